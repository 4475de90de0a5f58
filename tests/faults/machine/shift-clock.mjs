import { readFileSync } from 'node:fs';

/**
 * Loaded before a program of ours: its wall clock is off by so many milliseconds as a file says, from whenever it says so. Steady clocks
 * are not, as on a machine whose clock is set.
 */
const file = process.env.TAPWISE_CLOCK_FILE ?? '';
const lookMs = 100;
const Present = globalThis.Date;
let shift = 0;
let lookedAt = 0;

function now() {
  const at = Present.now();
  if (at - lookedAt > lookMs) {
    lookedAt = at;
    try {
      shift = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      // Nothing is off yet.
    }
  }
  return at + shift;
}

globalThis.Date = new Proxy(Present, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new Present(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
