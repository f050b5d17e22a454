/** Short sounds of wood and ceramic, each made when it is needed first. */

import { settings } from "./settings.svelte";

export type Sound = "pick" | "place" | "done" | "turn" | "warning" | "win";

/** One knock: when, how high (Hz), how long it rings (s), how loud; `wood` has more noise, `tile` rings on. */
interface Knock {
  readonly at: number;
  readonly pitch: number;
  readonly rings: number;
  readonly level: number;
  readonly of: "wood" | "tile";
}

const wood = (at: number, pitch: number, level: number, rings = 0.09): Knock => ({
  at,
  pitch,
  rings,
  level,
  of: "wood",
});
const tile = (at: number, pitch: number, level: number, rings = 0.16): Knock => ({
  at,
  pitch,
  rings,
  level,
  of: "tile",
});

const SOUNDS: Readonly<Record<Sound, readonly Knock[]>> = {
  pick: [tile(0, 1750, 0.1, 0.05)],
  place: [wood(0, 420, 0.3), tile(0.004, 1480, 0.14, 0.08)],
  done: [wood(0, 330, 0.3), tile(0.01, 1320, 0.15), tile(0.1, 1760, 0.15)],
  turn: [tile(0, 988, 0.18, 0.35), tile(0.16, 1319, 0.16, 0.45)],
  warning: [wood(0, 520, 0.25, 0.14), wood(0.2, 440, 0.25, 0.16)],
  win: [784, 988, 1175, 1568].map((pitch, index) => tile(index * 0.12, pitch, 0.17, 0.5)),
};

/** The partials of a struck bar of porcelain, which are not multiples of the lowest. */
const PARTIALS: readonly (readonly [ratio: number, level: number])[] = [
  [1, 1],
  [2.76, 0.35],
  [5.4, 0.12],
];

/** Milliseconds after which a sound is not made any more. */
const LATE = 300;

export class Sounds {
  readonly #on: () => boolean;
  readonly #make: () => AudioContext;
  #context: AudioContext | null = null;
  /** The sounds that were made already: playing one again costs nothing that is felt in a drag. */
  readonly #made = new Map<Sound, Promise<AudioBuffer>>();

  constructor(on: () => boolean, make: () => AudioContext = () => new AudioContext()) {
    this.#on = on;
    this.#make = make;
  }

  /** Get ready for sounds. It takes long enough to be felt in a drag, so it is not done when the first is needed. */
  wake(): void {
    if (!this.#on() || this.#context) return;
    try {
      this.#context = this.#make();
    } catch {
      // No sound device: the game is silent.
    }
  }

  /** Let a sound be heard, if sounds are on and the browser lets us. */
  play(sound: Sound): void {
    const context = this.#context;
    if (!this.#on() || !context) return;
    // After what is seen: making one takes as long as a third of a frame.
    if (context.state === "running") return void setTimeout(() => this.#sound(context, sound));
    const asked = performance.now();
    // A sound that comes long after its cause confuses.
    const begin = (): void => {
      if (performance.now() - asked < LATE) this.#sound(context, sound).catch(() => {});
    };
    context.resume().then(begin, () => {});
  }

  async #sound(context: AudioContext, sound: Sound): Promise<void> {
    if (!this.#made.has(sound)) this.#made.set(sound, made(SOUNDS[sound], context.sampleRate));
    const source = context.createBufferSource();
    source.buffer = (await this.#made.get(sound)) ?? null;
    source.connect(context.destination);
    source.start();
  }
}

/** These knocks as they will be heard. */
function made(knocks: readonly Knock[], rate: number): Promise<AudioBuffer> {
  const length = Math.max(...knocks.map((knock) => knock.at + knock.rings)) + 0.05;
  const context = new OfflineAudioContext(1, Math.ceil(length * rate), rate);
  for (const each of knocks) knock(context, each);
  return context.startRendering();
}

function knock(context: BaseAudioContext, knock: Knock): void {
  const { at } = knock;
  const out = context.createGain();
  out.connect(context.destination);
  out.gain.setValueAtTime(knock.level, at);
  out.gain.exponentialRampToValueAtTime(0.0001, at + knock.rings);
  for (const [ratio, level] of knock.of === "tile" ? PARTIALS : PARTIALS.slice(0, 1)) {
    const voice = context.createOscillator();
    const gain = context.createGain();
    voice.type = knock.of === "tile" ? "sine" : "triangle";
    voice.frequency.setValueAtTime(knock.pitch * ratio * 1.04, at);
    voice.frequency.exponentialRampToValueAtTime(knock.pitch * ratio, at + 0.02);
    gain.gain.value = level;
    voice.connect(gain).connect(out);
    voice.start(at);
    voice.stop(at + knock.rings);
  }
  click(context, knock);
}

/** The touch itself: a very short noise around the pitch. */
function click(context: BaseAudioContext, knock: Knock): void {
  const { at } = knock;
  const source = context.createBufferSource();
  source.buffer = noise(context);
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = knock.of === "wood" ? knock.pitch * 2 : 3200;
  const gain = context.createGain();
  gain.gain.setValueAtTime(knock.level * (knock.of === "wood" ? 0.9 : 0.3), at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.03);
  source.connect(band).connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + 0.04);
}

function noise(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * 0.05), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

export const sounds = new Sounds(() => settings.now.sounds);

/** Before the first touch of the page a browser keeps silent, and complains when it is asked. */
if (globalThis.document) {
  const wake = (): unknown => setTimeout(() => sounds.wake());
  if (navigator.userActivation?.hasBeenActive) wake();
  for (const touch of ["pointerup", "keydown"]) addEventListener(touch, wake);
}
