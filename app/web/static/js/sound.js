// Small sounds, made of tones; there are none until somebody has asked for them, and touched the page.

const TONES = {
  turn: [[523, 0, 0.12], [784, 0.12, 0.22]],
  play: [[330, 0, 0.06]],
  draw: [[220, 0, 0.05], [196, 0.06, 0.05]],
  uno: [[659, 0, 0.1], [880, 0.1, 0.1], [988, 0.2, 0.2]],
  item: [[392, 0, 0.1], [494, 0.1, 0.1], [587, 0.2, 0.1], [784, 0.3, 0.3]],
  end: [[523, 0, 0.15], [659, 0.15, 0.15], [784, 0.3, 0.15], [1047, 0.45, 0.4]],
};
const LOUD = 0.08;

let context;

/** Lets sounds be made, from the first touch or key on. */
export function wakeSound() {
  const wake = () => { context ??= new AudioContext(); context.resume(); };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wake, { once: true });
}

/** One of the sounds: `turn`, `play`, `draw`, `uno`, `item`, `end`. */
export function sound(name) {
  if (!context) return;
  for (const [hertz, after, lasts] of TONES[name]) tone(hertz, context.currentTime + after, lasts);
}

function tone(hertz, from, lasts) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: hertz });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(LOUD, from + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
  source.connect(gain).connect(context.destination);
  source.start(from);
  source.stop(from + lasts);
}
