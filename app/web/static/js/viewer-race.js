// The race chart as a way through the game: it is drawn into the page, and a click, a drag or the arrow keys move.

const SVG = "http://www.w3.org/2000/svg";

export class Race {
  /** `laps` are the last events of each turn, by hand; `go` goes to an event. */
  constructor(details, laps, go) {
    Object.assign(this, { details, laps, go, drawn: [], seq: 0, said: "" });
    this.chart = details.querySelector(".chart");
    details.addEventListener("toggle", () => this.open());
    details.open = true;
  }

  async open() {
    if (!this.details.open || this.asked) return;
    this.asked = true;
    const answer = await fetch(this.details.dataset.picture);
    if (!answer.ok) return;
    const text = (await answer.text()).replace(/<style>[^]*?<\/style>/g, ""); // the page has its own colours for it
    const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    drawing.setAttribute("aria-hidden", "true");
    this.chart.replaceChildren(document.adoptNode(drawing));
    this.svg = drawing;
    this.drawn = this.laps.map((seqs, place) => this.lap(seqs, place + 1)).filter(Boolean);
    this.wake();
    this.mark(this.seq);
  }

  /** A hand as it is drawn: where its turns begin and end, from left to right, and a line to mark one. */
  lap(seqs, hand) {
    const group = this.svg.querySelector(`[data-hand="${hand}"]`);
    if (group === null) return null;
    const boxes = [...group.querySelectorAll("[data-line]")].map((line) => line.getBBox());
    const left = Math.min(...boxes.map((box) => box.x));
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const { y, height } = group.getBBox();
    const line = document.createElementNS(SVG, "line");
    line.setAttribute("class", "here");
    line.setAttribute("y1", y + 22);
    line.setAttribute("y2", y + height);
    line.setAttribute("visibility", "hidden");
    group.append(line);
    return { seqs, left, right, top: y, bottom: y + height, line };
  }

  wake() {
    const { chart } = this;
    const last = this.laps.at(-1)?.at(-1) ?? 0;
    for (const [name, value] of Object.entries({ role: "slider", "aria-valuemin": 0, "aria-valuemax": last })) chart.setAttribute(name, value);
    document.getElementById("race_hint").hidden = false;
    chart.addEventListener("pointerdown", (event) => this.scrub(event));
    chart.addEventListener("pointermove", (event) => event.buttons === 1 && event.pointerType === "mouse" && this.scrub(event));
    chart.addEventListener("keydown", (event) => this.press(event));
  }

  scrub(event) {
    if (event.button > 0) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const lap = this.drawn.find((one) => y >= one.top && y <= one.bottom);
    if (lap === undefined) return;
    const turns = lap.seqs.length - 1;
    const turn = Math.round(((x - lap.left) / Math.max(1, lap.right - lap.left)) * turns);
    this.go(lap.seqs[Math.min(turns, Math.max(0, turn))]);
  }

  /** Arrow keys move by a turn here. */
  press(event) {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const ends = this.laps.flat();
    const to = by > 0 ? ends.find((seq) => seq > this.seq) : ends.findLast((seq) => seq < this.seq);
    if (to !== undefined) this.go(to);
  }

  /** Marks the turn of an event. */
  mark(seq, said = this.said) {
    Object.assign(this, { seq, said });
    if (!this.svg) return; // not drawn yet: nothing that has a value
    this.chart.setAttribute("aria-valuenow", seq);
    if (said) this.chart.setAttribute("aria-valuetext", said);
    for (const { seqs, left, right, line } of this.drawn) {
      const first = seqs[0];
      const turn = seqs.findIndex((end) => seq <= end);
      const here = turn > 0 || seq === first;
      line.setAttribute("visibility", here ? "visible" : "hidden");
      if (!here) continue;
      const x = left + ((right - left) * turn) / Math.max(1, seqs.length - 1);
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
    }
  }
}
