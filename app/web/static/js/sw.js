// Keeps the files of the pages, and one page to show when there is no network. Never a page of a game: what a player may
// see must not be left lying in a browser.

const VERSION = new URL(self.location.href).searchParams.get("v");
const KEPT = `kartfold-${VERSION}`;
const OFFLINE = "/offline";
const NEEDED = ["css/base.css", "img/icon.svg"].map((name) => `/static/${VERSION}/${name}`);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll([OFFLINE, ...NEEDED])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE, { ignoreVary: true })));
  } else if (address.pathname.startsWith(`/static/${VERSION}/`)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetched(request)));
  }
});

// What the service has to tell while no page is open. All words come with it; the time is put in here, as this device
// has it. It leads to the table, and does nothing there.
self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(tell(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(new URL(event.notification.data, self.location.origin)));
});

function tell({ title, body, deadline, url, tag, lang, dir }) {
  const form = { dateStyle: "medium", timeStyle: "short", numberingSystem: "latn" };
  const text = deadline ? body.replace("{deadline}", new Intl.DateTimeFormat(lang, form).format(deadline)) : body;
  const icon = `/static/${VERSION}/img/icon-192.png`;
  return self.registration.showNotification(title, { body: text, lang, dir, tag, renotify: true, icon, badge: icon, data: url });
}

/** The page at an address of ours, where it is open already or in a new window. */
async function goTo(address) {
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => new URL(page.url).pathname === address.pathname);
  await (there ? there.focus() : self.clients.openWindow(address.href));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("kartfold-") && name !== KEPT).map((name) => caches.delete(name)));
}

/** A file, kept for the next time: its address changes when it does. */
async function fetched(request) {
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(KEPT);
    await cache.put(request, response.clone());
  }
  return response;
}
