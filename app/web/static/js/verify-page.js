// Makes the buttons `[data-verify]` work: each checks the record at its address, and tells in its region what it did.
//
// All words come from the page (templates `data-text`); whatever a record says is put in as text, set apart by <bdi>.

const HASH = /^[0-9a-f]{64}$/;
const SHARE_OF_CHAIN = 0.4; // of the whole way, for the bar
const ALWAYS = new Set(["bytes", "chain", "shape", "order", "seeds", "roots", "cards"]); // the others if there is any

/** Shows a button, and lets it verify. */
export function attach(button) {
  const region = document.getElementById(button.dataset.verifyTarget);
  const view = new View(region, button.closest("section"));
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    await run(button.dataset, view);
    button.removeAttribute("aria-disabled");
  });
}

async function run({ verify, openings }, view) {
  view.begin();
  try {
    // Loaded when it is asked for: most who look at a game do not verify it.
    const { verifyRecord } = await import("./record/verify.js");
    view.show(await verifyRecord(verify, (progress) => view.progress(progress), { openings }));
  } catch (error) {
    view.fail(error.code ?? "failed");
  }
}

class View {
  constructor(region, words) {
    this.region = region;
    this.words = words;
    this.report = null;
    this.part("copy").addEventListener("click", () => this.copy());
    this.part("other").addEventListener("input", () => this.compare());
  }

  part(name) {
    return this.region.querySelector(`[data-verify-${name}]`);
  }

  /** A text of the page, with what stands in braces filled in. */
  text(name, values = {}) {
    const template = this.words.querySelector(`template[data-text="${CSS.escape(name)}"]`);
    const pieces = (template?.content.textContent ?? "").split(/\{(\w+)\}/);
    const fragment = document.createDocumentFragment();
    fragment.append(...pieces.map((piece, at) => (at % 2 ? element("bdi", String(values[piece] ?? "")) : piece)));
    return fragment;
  }

  begin() {
    this.region.hidden = false;
    this.region.removeAttribute("data-verdict");
    this.step = null;
    for (const name of ["fault", "reasons", "after"]) this.part(name).hidden = true;
    this.part("checks").replaceChildren();
    this.part("progress").hidden = false;
    this.progress({ step: "fetch", done: 0, total: 0 });
  }

  progress({ step, done, total }) {
    const bar = this.part("progress");
    if (step === "fetch") bar.removeAttribute("value");
    else if (step === "chain") bar.value = (SHARE_OF_CHAIN * done) / total;
    else bar.value = SHARE_OF_CHAIN + ((1 - SHARE_OF_CHAIN) * done) / total;
    // The status is read out: once a step is often enough.
    if (step !== this.step) this.part("status").replaceChildren(this.text(`step.${step}`));
    this.step = step;
  }

  fail(code) {
    this.end("failed", this.text(`verdict.${code}`));
  }

  show(report) {
    this.report = report;
    this.end(report.verdict, this.text(`verdict.${report.verdict}`));
    this.showFault(report.fault);
    this.showReasons(report.reasons);
    const looked = report.checks.filter(({ name, checked, waiting }) => ALWAYS.has(name) || checked + waiting > 0);
    this.part("checks").replaceChildren(...looked.map((check) => this.row(check)));
    this.part("after").hidden = false;
    this.part("head-of").hidden = report.head === null;
    this.part("head").textContent = report.head?.hash ?? "";
    this.compare();
  }

  end(verdict, said) {
    this.region.dataset.verdict = verdict;
    this.part("progress").hidden = true;
    this.part("status").replaceChildren(said);
  }

  showFault(fault) {
    const place = this.part("fault");
    place.hidden = fault === null;
    place.replaceChildren(fault ? this.text(`fault.${fault.code}`, fault.values) : "");
    if (fault) place.dataset.seq = fault.seq;
  }

  showReasons(reasons) {
    const place = this.part("reasons");
    place.hidden = reasons.length === 0;
    place.replaceChildren(...reasons.map(({ code, values }) => element("li", this.text(`reason.${code}`, values))));
  }

  /** One line of the list: what was looked at, how much of it, and what was found. */
  row({ name, checked, waiting, found }) {
    const counted = this.text(waiting ? "row.waiting" : "row", { checked, waiting });
    const row = element(
      "li",
      span("verify-what", this.text(`check.${name}`)),
      " ",
      span("verify-count", counted),
      " ",
      span("verify-found", this.text(found)),
    );
    row.dataset.check = name;
    row.dataset.found = found;
    return row;
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.report.head.hash);
      this.part("same").textContent = this.part("copy").dataset.copied;
    } catch {
      // Not allowed: then it is selected, to be copied by hand.
      getSelection().selectAllChildren(this.part("head"));
    }
  }

  /** Says what the hash of a friend is to this record. */
  compare() {
    const other = this.part("other").value.trim().toLowerCase();
    const said = other === "" ? "" : this.text(...this.relation(other));
    this.part("same").replaceChildren(said);
  }

  relation(other) {
    if (!HASH.test(other)) return ["same.malformed"];
    const seq = this.report.hashes.indexOf(other);
    if (seq < 0) return ["same.other"];
    return seq === this.report.head.seq ? ["same.same"] : ["same.earlier", { seq }];
  }
}

/** An element with these texts and nodes in it. */
function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

/** A span of this class. */
function span(named, content) {
  const made = element("span", content);
  made.className = named;
  return made;
}

for (const button of document.querySelectorAll("[data-verify]")) attach(button);
