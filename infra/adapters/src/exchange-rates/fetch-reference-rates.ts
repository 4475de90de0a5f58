import { request } from 'undici';
import { readBounded } from '../http/read-bounded.ts';
import { parseReferenceRates, type ReferenceRateDay } from './parse-reference-rates.ts';

/** The bank's largest file, all days since 1999, has about nine million bytes. */
const maxBytes = 20_000_000;

/**
 * Fetches the euro reference rates.
 * @param options.url Address of the central bank's XML.
 * @returns the days of the file, newest first.
 * @throws NotReferenceRatesError when the file is not one; an Error when it cannot be had or is too large.
 */
export async function fetchReferenceRates(options: {
  url: string;
  timeoutMs?: number;
  signal?: AbortSignal;
}): Promise<ReferenceRateDay[]> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 30_000);
  const { statusCode, body } = await request(options.url, {
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  });
  if (statusCode === 200) return parseReferenceRates((await readBounded(body, maxBytes)).toString('utf8'));
  await body.dump();
  throw new Error(`The exchange rates answered ${statusCode}`);
}
