import type { SearchAdsClient } from '@tapwise/adapters';
import { addDays, type Day, daysBetween } from '@tapwise/domain';
import type { ListedCampaigns, OrganizationMemory } from './organization-memory.ts';
import type { PullProblems } from './reading/ask-one.ts';
import { recordAdFigures } from './record-ad-figures.ts';
import { type FiguresScope, recordFigures } from './record-figures.ts';

/** Days asked for at once: bounds what one answer, and all rows of a part, occupy in memory. */
export const daysAtOnce = 10;

/** Cuts a range of days into pieces that are asked for at once, newest first. Both days are included. */
export function* slicesOf(from: Day, to: Day): Generator<{ from: Day; to: Day }> {
  for (let last = to; last >= from; last = addDays(last, -daysAtOnce)) {
    yield { from: addDays(last, -Math.min(daysAtOnce - 1, daysBetween(from, last))), to: last };
  }
}

/** Records the figures of all levels of some days, those of ads too, where they differ from what is recorded. */
export async function recordSlice(
  client: SearchAdsClient,
  memory: OrganizationMemory,
  listed: ListedCampaigns,
  days: FiguresScope,
  problems: PullProblems,
): Promise<void> {
  const active = await recordFigures(client, memory, listed, days, problems);
  await recordAdFigures(client, memory, active, days, problems);
}
