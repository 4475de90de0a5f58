import { createHash } from 'node:crypto';

/** Passes the factor of a run on to its processes. */
export const timeFactorVariable = 'TEST_TIME_FACTOR';

/** What the work takes on a machine of today that does nothing else, in milliseconds. */
const usualMs = 550;
/** A machine that is slower than this by far has another fault, and a test that hangs has to end. */
const largest = 12;

/** A fixed amount of work, as tests do it: objects, text and hashes. */
function work(): void {
  for (let turn = 0; turn < 4_000; turn += 1) {
    const rows = Array.from({ length: 500 }, (_, index) => ({ id: index, name: `row ${index}`, share: index / 7 }));
    createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  }
}

/**
 * How many times longer than on a usual machine things take here and now, other programs included; at least 1. A test's limits
 * only end what hangs, so they grow with it: no test may depend on how fast the machine is.
 */
function measureTimeFactor(): number {
  const began = performance.now();
  work();
  return Math.min(largest, Math.max(1, (performance.now() - began) / usualMs));
}

/** The factor that the run has measured, or one measured now, which this process and those that it starts go by from then on. */
export function timeFactor(): number {
  const measured = Number(process.env[timeFactorVariable]);
  if (measured >= 1) return measured;
  const factor = measureTimeFactor();
  process.env[timeFactorVariable] = String(factor);
  return factor;
}

/** The factor of suites that run beside each other, measured before they start. */
export function timeFactorOfSuites(count: number): number {
  return Math.min(largest, count * timeFactor());
}
