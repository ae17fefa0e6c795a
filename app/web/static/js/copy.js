// Buttons that copy: `<button data-copy="#id" data-copied="Copied" hidden>` shows itself where copying works.

const SHOWN_MS = 2000;

/** Wakes every copy button below `root`. */
export function copyButtons(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}

async function copy(button) {
  const source = document.querySelector(button.dataset.copy);
  await navigator.clipboard.writeText(source.value ?? source.textContent.trim());
  const label = button.textContent;
  button.textContent = button.dataset.copied;
  button.setAttribute("aria-live", "polite");
  setTimeout(() => { button.textContent = label }, SHOWN_MS);
}
