import { setTimeout as pause } from 'node:timers/promises';
import { pastViewPath } from '@tapwise/contract/past-view';
import type { Tally } from '../tally.ts';
import type { Page, PageCall } from './page.ts';

/** A report of the present. */
export interface AskedReport {
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
}

const longestPreparationMs = 90_000;
/** Looks at the same instant, each at any process. */
const looks = 8;
/** Tables of two instants exist at once, and what was used within a minute makes no room for another. */
const betweenInstantsMs = 35_000;
/** As often a page asks again before it says that it cannot show the instant. */
const mostRefusals = 2;

/** Looks at a report as it was a few seconds ago, again and again, until the signal aborts. */
export async function keepLookingBack(
  page: Page,
  { path, query }: AskedReport,
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  const application_id = Number(query.application_id);
  while (!signal.aborted) {
    const as_of = new Date(Date.now() - 2000).toISOString();
    const seen = new Set<string>();
    for (let look = 0; look < looks && !signal.aborted; look += 1) {
      const report = await askPast(page, { method: 'GET', path, query: { ...query, as_of } }, application_id);
      if (report === undefined) tally.fault(`the view of ${as_of} was refused again and again`);
      else seen.add(report);
      tally.count('reports of the past');
    }
    if (seen.size > 1) tally.fault(`reports of ${as_of} differ: ${[...seen].join(' and ')}`);
    tally.count('past instants');
    await pause(betweenInstantsMs, undefined, { signal }).catch(() => undefined);
  }
}

/** @returns the totals, as text; `undefined` when the report was refused as long as a page would ask. */
async function askPast(page: Page, call: PageCall, application_id: number): Promise<string | undefined> {
  const as_of = String(call.query?.as_of);
  for (let refusals = 0; refusals <= mostRefusals; ) {
    await prepared(page, application_id, as_of);
    const report = await page.call(call);
    if (report?.status === 200) return JSON.stringify(report.body.totals);
    refusals += 1;
  }
  return undefined;
}

/** Waits as a page does: it asks for the view where it is not there. @throws Error when that takes too long. */
async function prepared(page: Page, application_id: number, as_of: string): Promise<void> {
  const query = { application_id, as_of };
  for (const began = Date.now(); Date.now() - began < longestPreparationMs; await pause(300)) {
    const seen = await page.call({ method: 'GET', path: pastViewPath, query });
    const { state } = (seen?.body.view ?? {}) as { state?: string };
    if (state === 'ready') return;
    if (state === 'absent' || state === 'failed') await page.call({ method: 'POST', path: pastViewPath, body: query });
  }
  throw new Error(`The view of ${as_of} was not prepared`);
}
