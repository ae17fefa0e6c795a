// The table with scripts: moves without a new page, news as they come, motion, keys, sound. Everything that is done here
// is a form or a link of the page, and works without this.

import { copyButtons } from "./copy.js";
import { countDown, tellLeft } from "./deadlines.js";
import { bindKeys, lettersWork } from "./keys.js";
import { follow } from "./news.js";
import { focusNow, takeOver } from "./regions.js";
import { sound, wakeSound } from "./sound.js";
import { localTimes } from "./times.js";

const WHOLE = "table";
const PASSING = ["said", "since"]; // of an address: what is said once

const table = () => document.getElementById(WHOLE);
const version = (page = document) => Number(page.getElementById(WHOLE).dataset.version);
const isMine = (page = document) => {
  const { you, turn, over } = page.getElementById(WHOLE).dataset;
  return you !== "" && you === turn && over !== "1";
};

// What moves cards. At a table that is over none does.
const motion = table().dataset.over === "1" ? Promise.resolve(null) : import("./motion.js").catch(() => null);

let showing = Promise.resolve();
let busy = false;

// ------------------------------------------------------------ bringing the page up to date

/** A newer copy of this page: what happened since is shown, then the page is as that one. */
function arrived(page) {
  if (!page.getElementById(WHOLE)) return;
  showing = showing.then(() => show(page)).catch((error) => console.error(error));
}

async function show(page) {
  if (version(page) < version()) return;
  localTimes(page); // before they are compared: what says the same stays as it is
  tellLeft(page);
  const news = [...page.querySelectorAll("#log li[data-seq]")].filter((one) => Number(one.dataset.seq) > version());
  const [wasMine, wasOver] = [isMine(), table().dataset.over];
  say("polite", [...news, ...heardOf(page)].map((one) => one.textContent).join(" "));
  const focused = focusNow();
  if (news.length) await setInMotion(news);
  takeOver(page, WHOLE, focused);
  copyButtons(table());
  if (isMine() && !wasMine) {
    say("urgent", document.getElementById("situation").textContent);
    sound("turn");
  }
  if (table().dataset.over === "1" && wasOver !== "1") sound("end");
  wake();
}

/** What others have said at the table since. */
function heardOf(page) {
  const last = Math.max(0, ...[...document.querySelectorAll("#talk [data-phrase]")].map((one) => Number(one.dataset.phrase)));
  const phrases = [...page.querySelectorAll("#talk [data-phrase]:not([data-yours])")];
  return phrases.filter((one) => Number(one.dataset.phrase) > last).map((one) => one.querySelector(".words"));
}

/** Shows what happened as motion, where that is wanted. */
async function setInMotion(news) {
  const motions = await motion;
  if (motions?.wantsMotion(table()) && table().querySelector("#piles")) await still(() => motions.play(news, table()));
}

/** While something is shown nothing of what was can be done any more. */
async function still(shown) {
  const parts = document.querySelectorAll("#hand, #acts");
  for (const part of parts) part.inert = true;
  await shown();
  for (const part of parts) part.inert = false;
}

/** Says something to who does not see the page: `polite`, or `urgent` in the middle of whatever is said. */
function say(how, text) {
  if (text) document.getElementById(how).textContent = text.trim();
}

function toast(text) {
  const shown = document.getElementById("toast");
  shown.textContent = text;
  shown.hidden = !text;
}

// ------------------------------------------------------------ doing something

async function submit(form, button) {
  if (busy) return;
  busy = true;
  document.body.classList.add("busy");
  toast("");
  try {
    const body = new URLSearchParams(new FormData(form, button));
    const answer = await fetch(form.action, { method: "POST", body });
    await answered(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    toast(table().dataset.lost);
  } finally {
    busy = false;
    document.body.classList.remove("busy");
  }
}

/** The page that a form was answered with: this one, a question, or what went wrong. */
async function answered(page) {
  const question = page.getElementById("question");
  if (question) return ask(question);
  if (!page.getElementById(WHOLE)) return toast(page.querySelector("h1")?.textContent ?? "");
  toast(page.querySelector("#problem, .notice")?.textContent.trim() ?? "");
  arrived(page);
  await showing;
  news.again();
}

/** A question of the server's, in a window of its own. */
function ask(question) {
  const dialog = document.getElementById("asking");
  dialog.replaceChildren(document.importNode(question, true));
  dialog.showModal();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || !(form.matches("[data-live]") || form.closest("#asking"))) return;
  event.preventDefault();
  document.getElementById("asking")?.close();
  submit(form, event.submitter);
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.matches("[data-no]")) {
    event.preventDefault();
    document.getElementById("asking").close();
  } else if (link.matches("[data-question], .orders a")) {
    event.preventDefault();
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (link.matches(".orders a")) history.replaceState(null, "", clean(link.href));
    await answered(page);
  }
});

// ------------------------------------------------------------ keys

const press = (selector) => {
  const found = document.querySelector(selector);
  if (!found) return false;
  found.click();
  return true;
};

/** The card at this place: focused, so that Enter plays it; of one that cannot be played it is said why. */
function pick(place) {
  if (press(`#acts [data-key="${place}"]`)) return true;
  const face = document.querySelector(`#hand .held[data-place="${place}"] [data-pick]`);
  if (!face) return false;
  for (const one of document.querySelectorAll(".picked")) one.classList.remove("picked");
  if (face.matches("button, summary")) {
    face.classList.add("picked");
    face.focus();
  } else {
    say("polite", `${face.getAttribute("aria-label")}. ${document.getElementById("wanting").textContent}`);
  }
  return true;
}

const color = (letter) => () => press(`.wild[open] [data-key="${letter}"], #acts [data-key="${letter}"]`);

function saysUno() {
  const boxes = [...document.querySelectorAll("[data-uno]")];
  if (!boxes.length) return press('#acts [data-key="u"]');
  const on = !boxes[0].checked;
  for (const box of boxes) box.checked = on;
  say("polite", `${boxes[0].parentElement.textContent.trim()}: ${on ? "✓" : "✗"}`);
  return true;
}

function back() {
  const open = document.querySelector(".wild[open]");
  if (!open) return false;
  open.open = false;
  open.querySelector("summary").focus();
  return true;
}

const keys = {
  r: color("r"), y: color("y"), g: color("g"), b: color("b"),
  d: () => press('#acts [data-key="d"]'),
  p: () => press('#acts [data-key="p"]'),
  a: () => press('#acts [data-key="a"]'),
  c: () => press('#acts [data-key="c"]'),
  k: () => press('#acts [data-key="k"]'),
  s: () => press('#starters [data-key="s"]'),
  n: () => press('[data-key="n"]'),
  u: saysUno,
  Escape: back,
};
for (let digit = 0; digit <= 9; digit++) {
  keys[digit] = () => pick(digit || 10);
  keys[`Shift+${digit}`] = () => pick((digit || 10) + 10);
}

// ------------------------------------------------------------ what wakes

function wake() {
  table().classList.add("live");
  table().classList.toggle("letters", lettersWork());
}

function clean(href) {
  const address = new URL(href);
  for (const name of PASSING) address.searchParams.delete(name);
  return address.href;
}

const news = follow(clean(location.href), arrived, () => table().dataset.over !== "1" && !isMine());
history.replaceState(null, "", clean(location.href));
bindKeys(keys);
document.addEventListener("letters", wake);
if (table().dataset.sound === "1") wakeSound();
countDown();
wake();
