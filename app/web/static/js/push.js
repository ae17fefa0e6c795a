// The switch "Tell me in this browser": `<div data-push="key" data-address="…" data-csrf="…" data-known="…">` with what is
// said in it, and a button that is pressed while this browser is told. What is known of browsers are hashes of the
// addresses that they have at their push services.

const place = document.querySelector("[data-push]");
const OURS = { userVisibleOnly: true, applicationServerKey: place.dataset.push };
const button = place.querySelector("[data-push-switch]");

if ("serviceWorker" in navigator && "PushManager" in window) start();

async function start() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const current = await pushManager.getSubscription();
  place.querySelector("[data-push-not]").hidden = true;
  button.hidden = false;
  show(current !== null && place.dataset.known.split(" ").includes(await hash(current.endpoint)));
  button.addEventListener("click", () => change(pushManager));
}

async function change(pushManager) {
  button.disabled = true;
  try {
    const current = await pushManager.getSubscription();
    const told = button.getAttribute("aria-pressed") === "true";
    if (told) await tell("DELETE", current);
    await current?.unsubscribe(); // of somebody else who was signed in here, or with a key that is ours no more
    show(!told && (await tell("POST", await pushManager.subscribe(OURS))));
  } catch {
    show(false);
    place.querySelector("[data-push-denied]").hidden = Notification.permission !== "denied";
  } finally {
    button.disabled = false;
  }
}

/** Tells the service, and says whether it took it. */
async function tell(method, subscription) {
  const body = method === "POST" ? subscription : { endpoint: subscription.endpoint };
  const headers = {
    "Content-Type": "application/json",
    "X-CSRF-Token": place.dataset.csrf,
    "Accept-Language": document.documentElement.lang,
  };
  const answer = await fetch(place.dataset.address, { method, headers, body: JSON.stringify(body) });
  return answer.ok;
}

async function hash(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function show(told) {
  button.setAttribute("aria-pressed", told);
}
