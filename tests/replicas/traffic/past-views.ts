import { pastViewPath } from '@tapwise/contract/past-view';
import { eventually } from '../../support/product/product.ts';
import type { Tally } from '../tally.ts';
import type { GoingOn } from './going-on.ts';
import type { Page, PageCall } from './page.ts';

/** A report of the present. */
export interface AskedReport {
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
}

/** Tables of the past are made at a low priority; on a busy machine that takes minutes. */
const longestPreparationMs = 300_000;
/** Looks at the same instant, each at any process. */
const looks = 8;
/** Tables of two instants exist at once, and what was used within a minute makes no room for another. */
const betweenInstantsMs = 35_000;
/** As often a page asks again before it says that it cannot show the instant. */
const mostRefusals = 2;

/** Looks at a report as it was a few seconds ago, again and again, until that is ended. */
export async function keepLookingBack(
  page: Page,
  { path, query }: AskedReport,
  tally: Tally,
  { signal, rest }: GoingOn,
): Promise<void> {
  while (!signal.aborted) {
    const as_of = new Date(Date.now() - 2000).toISOString();
    const instant = { page, tally, signal, view: { application_id: Number(query.application_id), as_of } };
    const seen = new Set<string>();
    for (let look = 0; look < looks && !signal.aborted; look += 1) {
      const report = await askPast(instant, { method: 'GET', path, query: { ...query, as_of } });
      if (report === undefined) break;
      seen.add(report);
      tally.count('reports of the past');
    }
    if (seen.size > 1) tally.fault(`reports of ${as_of} differ: ${[...seen].join(' and ')}`);
    tally.count('past instants');
    await rest(betweenInstantsMs);
  }
}

interface Instant {
  readonly page: Page;
  readonly tally: Tally;
  readonly signal: AbortSignal;
  readonly view: { readonly application_id: number; readonly as_of: string };
}

/** @returns the totals, as text; `undefined` when the report was refused as long as a page would ask, or the signal aborted. */
async function askPast(instant: Instant, call: PageCall): Promise<string | undefined> {
  const { page, tally, signal, view } = instant;
  for (let refusals = 0; refusals <= mostRefusals; refusals += 1) {
    await prepared(instant);
    if (signal.aborted) return undefined;
    const report = await page.call(call);
    if (report?.status === 200) return JSON.stringify(report.body.totals);
  }
  tally.fault(`the view of ${view.as_of} was refused again and again`);
  return undefined;
}

/** Waits as a page does: it asks for the view where it is not there. @throws Error when that takes too long. */
async function prepared({ page, tally, signal, view }: Instant): Promise<void> {
  const look = async (): Promise<string | undefined> => {
    const response = await page.call({ method: 'GET', path: pastViewPath, query: view });
    const { state } = (response?.body.view ?? {}) as { state?: string };
    if (state === 'failed') tally.fault(`the view of ${view.as_of} failed`);
    if (state === 'absent' || state === 'failed') await page.call({ method: 'POST', path: pastViewPath, body: view });
    return state;
  };
  const isOver = (state: string | undefined): boolean => state === 'ready' || signal.aborted;
  await eventually(look, isOver, { timeoutMs: longestPreparationMs, everyMs: 300 });
}
