// The choice of a time zone: a field that narrows the long list, and the browser's own zone where none was chosen yet.
// Nothing is kept before the form is sent.

const list = document.getElementById("field-zone");
const search = document.getElementById("zone-search");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The option of a zone, under whichever of its names the browser knows it. */
function optionOf(zone) {
  const options = [...list.options].filter((option) => option.value);
  return options.find((option) => option.value === zone) ?? options.find((option) => nameHere(option.value) === zone);
}

function nameHere(zone) {
  try {
    return Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null; // a zone that this browser has never heard of
  }
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function narrow() {
  const wanted = plain(search.value.trim());
  for (const group of list.querySelectorAll("optgroup")) {
    for (const option of group.children) {
      option.hidden = !plain(`${option.label} ${option.value.replaceAll("_", " ")} ${group.label}`).includes(wanted);
    }
    group.hidden = [...group.children].every((option) => option.hidden);
  }
  const first = [...list.options].find((option) => option.value && !option.hidden && !option.parentElement.hidden);
  if (wanted && first) list.value = first.value;
}

if (list.dataset.kept === "" && here) {
  const own = optionOf(here);
  if (own) {
    own.selected = true;
    document.getElementById("vacation-zone")?.setAttribute("value", own.value);
    document.getElementById("zone-proposed").hidden = false;
  }
}
search.closest(".field").hidden = false;
search.addEventListener("input", narrow);
search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") event.preventDefault(); // it looks for a place, and sends nothing
});
