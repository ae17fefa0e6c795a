// Plays the game by itself: evenly, or at the pace at which it was played, with long pauses cut. Any input stops it.

const EVEN = 1400; // milliseconds from one event to the next
const SHORTEST = 450;
const LONGEST = 4000; // of a real pause so much is left

export class Player {
  /** `step` goes on by one event and says whether there is more; `gap` is how long the players took for the next one. */
  constructor({ button, speed, pace, words, step, gap }) {
    Object.assign(this, { button, speed, pace, words, step, gap, timer: null });
    button.addEventListener("click", () => this.toggle());
    for (const kind of ["pointerdown", "keydown", "wheel"]) addEventListener(kind, (event) => this.heard(event), { capture: true, passive: true });
    document.addEventListener("visibilitychange", () => document.hidden && this.stop());
  }

  get playing() {
    return this.timer !== null;
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  start() {
    this.tell(true);
    this.wait();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.tell(false);
  }

  wait() {
    const ms = this.pace.value === "real" ? Math.min(LONGEST, Math.max(SHORTEST, this.gap())) : EVEN;
    this.timer = setTimeout(() => (this.step() ? this.wait() : this.stop()), ms / Number(this.speed.value));
  }

  heard(event) {
    const own = event.target.closest?.("#play, #speed, #pace") || event.key === " ";
    if (this.playing && !own) this.stop();
  }

  tell(on) {
    this.button.setAttribute("aria-pressed", String(on));
    this.button.querySelector("span").textContent = on ? this.words.pause : this.words.play;
    document.body.classList.toggle("playing", on);
    document.dispatchEvent(new CustomEvent(on ? "played" : "paused"));
  }
}
