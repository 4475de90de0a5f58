import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changesResponse } from '../../../testing/fixtures/chart-fixtures.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { pointAt } from '../../../testing/pointer.ts';
import { charts, focus, openCharts, settingChanges } from '../../../testing/screens/open-charts.ts';
import { press } from '../../../testing/screens/open-reports.ts';
import type { ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { timedOut } from '../../../testing/stand-in-server.ts';

const mark = (name: RegExp) => page.getByRole('toolbar', { name: 'Change marks' }).getByRole('button', { name });
const current = () =>
  charts
    .changes()
    .elements()
    .flatMap((list) => [...list.querySelectorAll<HTMLElement>('li[aria-current]')]);
const entries = () => charts.changes().getByRole('listitem').elements().length;
const choice = (name: string) => page.getByRole('menuitemcheckbox', { name });
const leave = () => userEvent.keyboard('{Escape}');

async function open(query = '', options: ScreenOptions = {}) {
  const screen = await openCharts(`?report=campaigns&metric=installs${query}`, options);
  await expect.element(charts.drawing()).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^\d+ marks?$/ })).toBeVisible();
  return screen;
}

/** A point of the drawing in its upper third, over the middle of a mark. */
function above(button: Element, aside = 0): { x: number; y: number } {
  const box = button.getBoundingClientRect();
  const canvas = charts.drawing().element().getBoundingClientRect();
  return { x: box.x + box.width / 2 + aside, y: canvas.y + canvas.height / 3 };
}

/** Every mark is where the pointer finds its day in the chart. */
async function expectInLine(): Promise<void> {
  for (const index of charts.marks().keys()) {
    /** The day a mark names, and the one the chart shows over it. */
    const readAlignment = async () => {
      const button = charts.marks()[index];
      if (button === undefined) return 'no mark';
      await pointAt(above(button));
      const [day = ''] = (button.getAttribute('aria-label') ?? '').split(':');
      const titles = [...charts.drawing().element().querySelectorAll('strong')].map((title) => title.textContent);
      return titles.includes(day) ? 'in line' : `${day} under ${titles.join()}`;
    };
    // The drawing takes another width in the frames after that of the page.
    await expect.poll(readAlignment).toBe('in line');
  }
  await pointAt({ x: 2, y: 2 });
}

describe('marks', () => {
  it('are under their days, also in another width and under two stacked charts', async () => {
    await open();
    await expect.poll(charts.marks).toHaveLength(4);
    await expectInLine();
    const before = charts.drawing().element().getBoundingClientRect().width;
    await page.viewport(1200, 800);
    await expect.poll(() => charts.drawing().element().getBoundingClientRect().width).toBeLessThan(before);
    await expectInLine();
    await open('&mode=properties&drawn=spend,installs,cpt,ttr');
    await expect.poll(charts.marks).toHaveLength(4);
    await expectInLine();
  });

  it('come before the values under the pointer, and a press opens the entry', async () => {
    await open();
    const paused = mark(/: Paused, US Brand$/);
    await expect.element(paused).toBeVisible();
    await pointAt(above(paused.element()));
    await expect.element(charts.drawing()).toHaveTextContent(/\w{3} \d+ \w{3}\s*Paused\s*US Brand.*7[01]/);
    await paused.click();
    await expect.element(paused).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() => current().map(({ textContent }) => textContent))
      .toEqual(['PausedUS Brandby Apple Ads12:00']);
    await expect.poll(() => document.activeElement).toBe(current()[0]);
    await paused.click();
    await expect.element(charts.changes()).not.toBeInTheDocument();
    // What happened on one day shares a button that counts it; the newest is first.
    const several = mark(/: 3 changes$/);
    await expect.element(several).toHaveTextContent('3');
    await several.click();
    await expect
      .poll(() => current().map((entry) => entry.querySelector('strong')?.textContent))
      .toEqual(['Daily cap $60.00 → $70.00', 'Enabled', 'Daily cap $45.00 → $60.00']);
    await charts.changes().getByRole('button', { name: 'Close' }).click();
    await expect.element(several).toHaveFocus();
  });

  it('are one Tab stop: arrows go from mark to mark, Enter opens, Escape gives the focus back', async () => {
    await open();
    await expect.poll(charts.marks).toHaveLength(4);
    const focused = () => charts.marks().indexOf(document.activeElement as HTMLElement);
    focus(charts.drawing().element());
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe(0);
    await userEvent.keyboard('{ArrowRight}');
    expect(focused()).toBe(1);
    await userEvent.keyboard('{End}');
    expect(focused()).toBe(3);
    await userEvent.keyboard('{Home}{Enter}');
    await expect.poll(() => current()[0]?.textContent).toMatch(/Daily cap \$40\.00 → \$45\.00/);
    await leave();
    await expect.element(charts.changes()).not.toBeInTheDocument();
    expect(focused()).toBe(0);
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe(-1);
    const count = page.getByRole('button', { name: '6 marks' });
    focus(count.element());
    await userEvent.keyboard('{Enter}');
    await expect.element(charts.changes().getByRole('heading', { name: 'Changes', exact: true })).toHaveFocus();
    expect(entries()).toBe(6);
    await leave();
    await expect.element(count).toHaveFocus();
  });

  it('are chosen by setting and taken from inside the lines, which the address keeps', async () => {
    const { address, reload } = await open();
    const filter = page.getByRole('button', { name: 'Marks shown' });
    const count = (words: string) => page.getByRole('button', { name: words });
    await filter.click();
    await choice('Daily cap').click();
    await expect.element(count('2 marks')).toBeVisible();
    await choice('Also ad groups and keywords').click();
    await expect.element(choice('CPA goal')).toBeVisible();
    await leave();
    await expect.poll(address).toMatch(/marks=status%2Cbudget.*inside=true/);
    await reload();
    await expect.element(count('2 marks')).toBeVisible();
    await filter.click();
    await choice('CPT bid').click();
    await leave();
    await expect.element(mark(/: CPT bid \$1\.00 → \$1\.25, All$/)).toBeVisible();
    await count('4 marks').click();
    await expect.element(charts.changes()).toHaveTextContent('All in US Brand');
    await leave();
    // Without the line there is nothing to mark.
    await charts.legend().getByRole('button', { name: 'US Brand' }).click();
    await count('0 marks').click();
    await expect.element(charts.changes()).toHaveTextContent('No change matches the marks shown');
    await charts.changes().getByRole('button', { name: 'Show all marks' }).click();
    await expect.element(charts.changes()).toHaveTextContent('Nothing was changed in this range');
  });

  it('are a column of the chart as a table', async () => {
    await open();
    await press('Show as table');
    await expect.element(page.getByRole('columnheader', { name: 'Changed' })).toBeVisible();
    const paused = () => page.getByRole('row', { name: /Paused, US Brand/ }).elements();
    expect(paused()).toHaveLength(1);
  });

  it('offer a restricted collaborator only the settings that the API reports', async () => {
    const statuses = settingChanges().filter(({ field }) => field === 'status');
    await open('&inside=true', {
      responses: {
        'GET /api/account': sessionResponse(account({ access: 'restricted' }), [application()]),
        'GET /api/asa/changes': changesResponse(statuses, ['status']),
      },
    });
    await expect.element(page.getByRole('button', { name: '2 marks' })).toBeVisible();
    await press('Marks shown');
    const offered = () =>
      page
        .getByRole('menuitemcheckbox')
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(offered).toEqual(['Status', 'Also ad groups and keywords']);
  });

  it('that cannot be loaded leave the chart, say so, and come with Retry', async () => {
    const { server } = await openCharts('?report=campaigns&metric=installs', {
      responses: { 'GET /api/asa/changes': timedOut },
    });
    await expect.element(charts.drawing()).toBeVisible();
    await press('Marks not loaded');
    const alert = charts.changes().getByRole('alert');
    await expect.element(alert).toHaveTextContent('The request took too much time to execute.');
    server.setResponse('GET /api/asa/changes', changesResponse(settingChanges(), ['status', 'daily_cap']));
    await charts.changes().getByRole('button', { name: 'Retry' }).click();
    await expect.poll(entries).toBe(6);
  });
});
