import { request } from 'undici';
import { OutsideCallError } from '../http/outside-call-error.ts';
import { readBounded } from '../http/read-bounded.ts';
import { withSignal } from '../http/with-signal.ts';
import { parseReferenceRates, type ReferenceRateDay } from './parse-reference-rates.ts';

/** The bank's largest file, all days since 1999, has about nine million bytes. */
const maxBytes = 20_000_000;

/**
 * Fetches the euro reference rates.
 * @param options.url Address of the central bank's XML.
 * @returns the days of the file, newest first.
 * @throws NotReferenceRatesError when the file is not one; OutsideCallError when it cannot be had or is too large.
 */
export async function fetchReferenceRates(options: {
  url: string;
  timeoutMs?: number;
  signal?: AbortSignal;
}): Promise<ReferenceRateDay[]> {
  const ends = { signals: [options.signal], withinMs: options.timeoutMs ?? 30_000 };
  return parseReferenceRates(await withSignal(ends, (signal) => fetchFile(options.url, signal)));
}

async function fetchFile(url: string, signal: AbortSignal): Promise<string> {
  try {
    const { statusCode: status, body } = await request(url, { signal });
    if (status === 200) return (await readBounded(body, maxBytes)).toString('utf8');
    await body.dump();
    throw new OutsideCallError(`The exchange rates answered ${status}`, { status });
  } catch (cause) {
    if (cause instanceof OutsideCallError) throw cause;
    throw new OutsideCallError('The exchange rates cannot be had', { cause });
  }
}
