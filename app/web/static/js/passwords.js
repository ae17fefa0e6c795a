// Passwords that one wants to see while typing: `<button data-shows="id" hidden>` beside the field, which shows itself
// here. What is sent is sent as a password, so that no browser remembers it as an ordinary text.

for (const button of document.querySelectorAll("button[data-shows]")) {
  const field = document.getElementById(button.dataset.shows);
  button.hidden = false;
  button.addEventListener("click", () => show(button, field, field.type === "password"));
  field.form.addEventListener("submit", () => show(button, field, false));
}

function show(button, field, shown) {
  field.type = shown ? "text" : "password";
  button.setAttribute("aria-pressed", shown);
}
