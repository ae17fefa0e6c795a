// The text mode without loading pages: what a line is answered takes the place of what was said before, and is spoken.

const form = document.getElementById("command");
const line = document.getElementById("line");
const polite = document.getElementById("polite");
const assertive = document.getElementById("assertive");

const POLL = 4000; // milliseconds between looks for what others did

/** The page that an answer holds. */
async function pageOf(response) {
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Takes over what the page says, and tells it: the answer, or else what happened. */
function show(page, address) {
  const before = version();
  document.getElementById("said").replaceChildren(...page.getElementById("said").childNodes);
  const fresh = page.querySelector("[name=version]");
  if (fresh) form.querySelector("[name=version]").value = fresh.value;
  document.title = page.title;
  history.replaceState(null, "", address);
  const told = document.getElementById("answer") || (version() !== before && document.getElementById("happened"));
  if (told) polite.textContent = [...told.querySelectorAll("p, li")].map((each) => each.textContent).join(" ");
  assertive.textContent = document.querySelector(".yours") && version() !== before ? form.dataset.turn : "";
}

function version() {
  return form.querySelector("[name=version]")?.value;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new FormData(form);
  const response = await fetch(location.href, { method: "POST", body });
  if (new URL(response.url).pathname !== location.pathname) {
    location.assign(response.url); // to another game, where everything is new
    return;
  }
  const page = await pageOf(response);
  if (!page.getElementById("said")) {
    form.submit(); // an error page: let the browser show it
    return;
  }
  show(page, response.url);
  line.value = "";
  line.focus();
});

/** Looks whether others have moved; while nobody looks at the page nothing is asked. */
async function look() {
  if (version() === undefined || document.hidden || line.value) return;
  const address = new URL(location.pathname, location.href);
  address.search = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.search)), after: version() });
  const response = await fetch(address);
  if (!response.ok) return;
  const page = await pageOf(response);
  if (page.querySelector("[name=version]")?.value !== version()) show(page, address);
}

if (version() !== undefined) setInterval(look, POLL);
