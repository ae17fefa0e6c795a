// What every page does when scripts are on: times in the reader's own zone, buttons that copy, and the worker that
// keeps the files of the pages for when there is no network.

import { localTimes } from "./times.js";
import { copyButtons } from "./copy.js";

localTimes(document);
copyButtons(document);

const worker = document.querySelector("meta[name='kartfold-worker']");
if (worker && "serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register(worker.content, { scope: "/" }).catch(() => {}));
}
