// The sound of a reminder: two soft tones, made here; silent where the person wants none, or the browser allows none yet.

import { keptOwn } from "./kept.js";

const TONES = [[880, 0], [1175, 0.18]]; // hertz, and when

/** Ring. */
export function bell() {
  if (keptOwn("sound") === "off" || !globalThis.AudioContext) return;
  const sound = new AudioContext();
  for (const [pitch, start] of TONES) {
    const tone = new OscillatorNode(sound, { frequency: pitch });
    const volume = new GainNode(sound, { gain: 0.12 });
    volume.gain.setTargetAtTime(0, sound.currentTime + start + 0.15, 0.12);
    tone.connect(volume).connect(sound.destination);
    tone.start(sound.currentTime + start);
    tone.stop(sound.currentTime + start + 0.8);
  }
  setTimeout(() => sound.close(), 2000);
}
