import { startApi } from '../../support/services/api-service.ts';
import { median, printRatio } from '../measuring/figures.ts';

/** Whether the time of a refusal reveals that an address has an account: both sides of the comparison, taken in turns. */
const rounds = 151;
const api = await startApi();
const person = await api.signUp();

let callers = 0;
/** Milliseconds of one wrong password, each from an address of its own so that nothing is held. */
async function refusal(email: string): Promise<number> {
  callers += 1;
  const from = `10.8.${callers >> 8}.${callers & 255}`;
  const began = performance.now();
  const { status } = await api.call('POST', '/api/session', { body: { email, password: 'not the password' }, from });
  if (status !== 401) throw new Error(`Answered ${status}`);
  return performance.now() - began;
}

const existing: number[] = [];
const unknown: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  // A hundred wrong passwords within an hour would hold the account.
  if (round % 80 === 79) api.clock.stoppedAt = (api.clock.stoppedAt ?? Date.now()) + 3_600_000;
  existing.push(await refusal(person.email));
  unknown.push(await refusal(`nobody${round}@example.com`));
}
await api.stop();

const deviation = (values: readonly number[]): number =>
  median(values.map((value) => Math.abs(value - median(values))));
const ofExisting = median(existing);
const ofUnknown = median(unknown);
console.log(`sign-in refused, p50: ${ofExisting.toFixed(2)} ms known, ${ofUnknown.toFixed(2)} ms unknown address`);
const ours = Math.abs(ofExisting - ofUnknown);
const base = Math.max(deviation(existing), deviation(unknown));
printRatio('difference of medians ÷ noise (median deviation)', { ours, base, unit: 'ms' }, '≤ 1');
