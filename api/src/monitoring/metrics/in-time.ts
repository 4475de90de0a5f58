import { within } from '@tapwise/adapters';

/** A scraper does not wait for a log or tables that are away. */
const responseMs = 1500;

/** @throws what the reading throws; Error when it takes too long. */
export const inTime = <Result>(reading: Promise<Result>): Promise<Result> =>
  within(responseMs, reading, () => new Error('No answer in time'));
