// Keys that work a page, and the sheet that tells them (`templates/keys.html`).
// Keys of one character can be switched off (WCAG 2.1.4), and none of them works while somebody types.

const OFF = "kartfold-letters-off";
const TYPING = "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range]), textarea, select, [contenteditable]";

/**
 * Binds keys: `{ d: () => …, "Shift+1": () => …, ArrowLeft: () => … }`. One that returns `false` leaves the key to the
 * browser. `?` opens the sheet, if the page has one. Gives a function that unbinds them.
 */
export function bindKeys(table) {
  const sheet = document.getElementById("keys");
  if (sheet) wakeSheet(sheet);
  const bound = { ...(sheet && { "?": () => sheet.showModal() }), ...table };
  const heard = (event) => press(event, bound);
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}

/** Whether keys of one character work. */
export function lettersWork() {
  return localStorage.getItem(OFF) === null;
}

/** What a key is called in a table: a letter by where it is on any keyboard, a digit with Shift as `Shift+1`. */
export function nameOf(event) {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
  if (digit) return (event.shiftKey ? "Shift+" : "") + digit[1];
  if (event.key.length !== 1) return event.key;
  const letter = /^Key([A-Z])$/.exec(event.code);
  return letter && !/^[a-z]$/i.test(event.key) ? letter[1].toLowerCase() : event.key.toLowerCase();
}

function press(event, bound) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.target.closest?.(TYPING) || (document.querySelector("dialog[open]") && event.key !== "Escape")) return;
  const name = nameOf(event);
  if (event.key.length === 1 && !lettersWork()) return;
  const does = Object.hasOwn(bound, name) ? bound[name] : undefined;
  if (does && does(event) !== false) event.preventDefault();
}

function wakeSheet(sheet) {
  if (sheet.dataset.awake) return;
  sheet.dataset.awake = "yes";
  for (const button of document.querySelectorAll("[data-keys-open]")) {
    button.hidden = false;
    button.addEventListener("click", () => sheet.showModal());
  }
  const letters = sheet.querySelector("[data-keys-letters]");
  letters.checked = lettersWork();
  letters.addEventListener("change", () => {
    if (letters.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "yes");
    document.dispatchEvent(new CustomEvent("letters"));
  });
}
