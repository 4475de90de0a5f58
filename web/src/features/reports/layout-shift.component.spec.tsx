import { afterEach, beforeEach, expect, it } from 'vitest';
import { report, todayByHour } from '../../testing/fixtures/report-fixtures.ts';
import { campaigns, openReports, table } from '../../testing/open-reports.ts';

/** What the browser reports of each shift without a preceding press. */
interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

let shifts: Shift[] = [];
let observer: PerformanceObserver;

beforeEach(() => {
  shifts = [];
  observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])));
  observer.observe({ type: 'layout-shift' });
});
afterEach(() => observer.disconnect());

function layoutShift(): number {
  shifts.push(...(observer.takeRecords() as Shift[]));
  return shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0);
}

/** Two frames: what was drawn has been laid out and its shifts are reported. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  it(`what comes late moves nothing on Reports, ${width} px wide`, async () => {
    let release = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    const after =
      <Answer extends object>(answer: Answer) =>
      async () => {
        await late;
        return answer;
      };
    await openReports('', {
      ...{ width, height },
      answers: {
        'GET /api/asa/campaigns': after(report(campaigns, 'campaign', 'Spend of yesterday is being restated.')),
        'GET /api/asa/today_by_hour': after(todayByHour()),
        'GET /readyz': after({ status: 'ok', parts: {} }),
        'GET /api/history': after({ status: 'ok', applications: [] }),
      },
    });
    await expect.poll(() => document.querySelector('[aria-label="Today"]')).toBeVisible();
    await expect.poll(() => document.querySelector('h1')).toBeVisible();
    await document.fonts.ready;
    await drawn();
    layoutShift();
    release();
    await expect.poll(table.names).toHaveLength(campaigns.length);
    await drawn();
    expect(layoutShift()).toBeLessThanOrEqual(0.02);
  });
}
