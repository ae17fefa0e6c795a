// A new table: how long it could keep somebody waiting is said anew with whatever is chosen. The server says it.

const form = document.querySelector(".table-form");
const wait = document.getElementById("wait");
const CALM_MS = 250;
let timer = 0;
let asked = 0;

async function ask() {
  const mine = ++asked;
  const body = new URLSearchParams(new FormData(form));
  body.set("look", "1");
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine === asked && answer.ok) wait.textContent = page.getElementById("wait").textContent;
  } catch {
    // no network just now: it is said again when the table is made
  }
}

form.addEventListener("change", () => {
  clearTimeout(timer);
  timer = setTimeout(ask, CALM_MS);
});
