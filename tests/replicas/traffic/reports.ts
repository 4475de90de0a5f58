import type { Moments } from '../moments.ts';
import type { Tally } from '../tally.ts';
import type { GoingOn } from './going-on.ts';
import type { Page } from './page.ts';
import type { AskedReport } from './past-views.ts';

/** Asks a report again and again: its tables never go back, whichever process answers. */
export async function keepReading(
  page: Page,
  { path, query }: AskedReport,
  { tally, tables }: { tally: Tally; tables: Moments },
  { signal, rest }: GoingOn,
): Promise<void> {
  let position = 0n;
  for (; !signal.aborted; await rest(100)) {
    const response = await page.call({ method: 'GET', path, query });
    if (response === undefined) continue;
    if (response.status !== 200) tally.fault(`a report: ${response.status} ${JSON.stringify(response.body)}`);
    tally.count('reports');
    const at = response.position ?? 0n;
    if (at < position) tally.fault(`a report of position ${at} came after one of ${position}`);
    if (at > position) tables.note();
    position = at;
  }
}
