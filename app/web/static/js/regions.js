// Parts of a page (`data-region`, each with an id) taken over from a newer copy of it. What has not changed stays, with
// what is open, typed and focused in it.

/** Where the focus is, in a part that may be replaced: for `takeOver`. */
export function focusNow() {
  return nameOf(document.activeElement);
}

/** Brings the parts of this page up to date; of one that has other parts, `whole` is taken over in one piece. */
export function takeOver(page, whole, focused = focusNow()) {
  const mine = [...document.querySelectorAll("[data-region]")];
  const theirs = [...page.querySelectorAll("[data-region]")];
  if (mine.map((part) => part.id).join() === theirs.map((part) => part.id).join()) {
    mine.forEach((part, at) => replace(part, theirs[at]));
  } else {
    replace(document.getElementById(whole), page.getElementById(whole));
  }
  for (const { name, value } of page.getElementById(whole).attributes) document.getElementById(whole).setAttribute(name, value);
  document.title = page.title;
  if (focused && document.activeElement === document.body) find(focused)?.focus({ preventScroll: true });
}

function replace(part, newer) {
  if (part.innerHTML === newer.innerHTML && part.className === newer.className) return;
  if (beingFilledIn(part)) return;
  const open = [...part.querySelectorAll("details[open][id]")].map((one) => one.id);
  part.className = newer.className;
  for (const { name, value } of newer.attributes) part.setAttribute(name, value);
  part.replaceChildren(...document.importNode(newer, true).childNodes);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
}

/** Whether somebody is filling in something there: it would be lost. */
function beingFilledIn(part) {
  const fields = [...part.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio], [readonly]), textarea, select")];
  return fields.some((field) => field === document.activeElement || (field.tagName !== "SELECT" && field.value !== field.defaultValue));
}

/** How an element can be found again in a newer copy: by its id, its key, or what it would send. */
function nameOf(element) {
  const region = element?.closest?.("[data-region]");
  if (!region) return null;
  const slot = element.closest("[data-slot]")?.dataset.slot;
  const within = slot === undefined ? "" : `[data-slot="${slot}"] `;
  const selectors = [];
  if (element.id) selectors.push(`#${CSS.escape(element.id)}`);
  if (within) selectors.push(`${within}button.face`, `${within}summary`);
  if (element.dataset.key) selectors.push(`[data-key="${CSS.escape(element.dataset.key)}"]`);
  if (element.name && element.value) selectors.push(`[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`);
  return { selectors, region: region.id };
}

/** The same element again, or else the heading of the page: the place where one reads on. */
function find({ selectors, region }) {
  for (const selector of selectors) {
    const found = document.querySelector(`#${region} ${selector}`);
    if (found) return found;
  }
  return document.querySelector("h1[tabindex]");
}
