import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { series } from '../../../testing/fixtures/chart-fixtures.ts';
import { chartCampaigns, charts, openCharts } from '../../../testing/screens/open-charts.ts';
import { press } from '../../../testing/screens/open-reports.ts';
import { timedOut } from '../../../testing/stand-in-server.ts';

const call = 'GET /api/asa/campaigns';
const leave = () => userEvent.keyboard('{Escape}');

describe('Charts has no accessibility fault in either theme', () => {
  it('empty, loaded with marks, their list and their choice, as a table', async () => {
    await openCharts('');
    await expect.element(page.getByRole('heading', { name: 'Choose a report and press Update' })).toBeVisible();
    await expectAccessible('empty');
    await press('Update');
    await expect.element(charts.drawing()).toBeVisible();
    await expect.poll(charts.marks).toHaveLength(4);
    await expectAccessible('loaded');
    charts.marks().at(-1)?.click();
    await expect.element(charts.changes()).toBeVisible();
    await expectAccessible('list of changes');
    await leave();
    await press('Marks shown');
    await expect.element(page.getByRole('menuitemcheckbox').first()).toBeVisible();
    await expectAccessible('choice of marks');
    await leave();
    await press('Show as table');
    await expectAccessible('as a table');
  });

  it('failed, with marks that failed', async () => {
    const { server } = await openCharts('?report=campaigns', { responses: { [call]: timedOut } });
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('The request took too much time to execute.');
    await expectAccessible('failed');
    server.setResponse(call, series(chartCampaigns));
    server.setResponse('GET /api/asa/changes', timedOut);
    await press('Retry');
    await expect.element(charts.drawing()).toBeVisible();
    await press('Marks not loaded');
    await expect.element(charts.changes().getByRole('alert')).toBeVisible();
    await expectAccessible('marks failed');
  });
});

it.each([
  ['a preset', 'range=last30'],
  ['chosen days beside an earlier period', 'from=2025-12-28&to=2026-01-30&compare=previous'],
])('Charts says its range whole on a phone: %s', async (_what, range) => {
  await openCharts(`?report=adgroups&campaign_id=501&${range}`, { width: 390, height: 844 });
  const scope = page.getByRole('button', { name: /^Scope: / });
  await expect.element(scope).toHaveTextContent(/Ad groups · /);
  await document.fonts.ready;
  for (const line of scope.element().querySelectorAll('strong, strong + span')) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight, textContent } = line;
    expect([scrollWidth <= clientWidth, scrollHeight <= clientHeight], textContent ?? '').toEqual([true, true]);
  }
});

it('Charts, its marks and their list fit a screen of 320 pixels', async () => {
  await openCharts('?report=campaigns', { width: 320, height: 640 });
  await expect.poll(() => charts.rows().length).toBeGreaterThan(0);
  await expect.element(page.getByRole('button', { name: '6 marks' })).toBeVisible();
  expectFits();
  await press('6 marks');
  await expect.element(charts.changes()).toBeVisible();
  expectFits();
});
