import type { Simulator } from '../../support/product/truth.ts';
import type { Tally } from '../tally.ts';
import type { GoingOn } from './going-on.ts';

/** Has users of the campaigns install the app and start a trial, one after the other, until that is ended. */
export async function keepBuying(
  simulator: Simulator,
  campaigns: readonly number[],
  tally: Tally,
  { signal, rest }: GoingOn,
): Promise<void> {
  for (let count = 0; !signal.aborted; count += 1) {
    const posted = await simulator.causeTrial(campaigns[count % campaigns.length] ?? 0).catch(() => false);
    if (posted) tally.count('trials begun');
    await rest(700);
  }
}
