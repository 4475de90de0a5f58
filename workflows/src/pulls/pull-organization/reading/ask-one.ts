import { isUntrusted, problemOfError, type Reading, SearchAdsError } from '@tapwise/adapters';
import { mayMissRows, type ReadingProblem } from '@tapwise/domain';

/** What keeps a pull from being whole; a pull without any is. */
export type PullProblems = ReadingProblem[];

/**
 * Waits for one question of many. One that is not answered in a way that can be trusted, or whose object is gone, is noted, and the
 * others go on.
 * @returns `undefined` when nothing was read.
 * @throws SearchAdsError while the service is away or refuses: then the others would not be answered either.
 */
export async function askOne<Item>(
  problems: PullProblems,
  question: Promise<Reading<Item>>,
): Promise<Reading<Item> | undefined> {
  try {
    const reading = await question;
    problems.push(...reading.problems);
    return reading;
  } catch (error) {
    if (!(error instanceof SearchAdsError) || !(isUntrusted(error) || error.status === 404)) throw error;
    problems.push({ ...problemOfError(error), state: 'partial' });
    return undefined;
  }
}

/** Whether all rows there are were read, though perhaps not every value in them. */
export const hasAllRows = <Item>(reading: Reading<Item> | undefined): reading is Reading<Item> =>
  reading !== undefined && !mayMissAny(reading.problems);

export const mayMissAny = (problems: readonly ReadingProblem[]): boolean =>
  problems.some(({ reason }) => mayMissRows(reason));
