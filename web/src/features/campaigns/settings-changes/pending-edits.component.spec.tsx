import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { writeResponse } from '../../../testing/fixtures/write-fixtures.ts';
import { reportChange } from '../../../testing/live.ts';
import { openReports, press, table } from '../../../testing/screens/open-reports.ts';
import type { StandInCall } from '../../../testing/stand-in-server.ts';

const base = (installs: number) => sums({ spend: 10, taps: 10, installs });
const keywords = [
  { id: 701, name: 'sleep sounds', base: base(2), settings: { cpt_bid: 1.7, ad_group_id: 601 } },
  { id: 702, name: 'rain sounds', base: base(9), settings: { cpt_bid: 1.6, ad_group_id: 601 } },
  { id: 703, name: 'sleep music', base: base(1), settings: { cpt_bid: null, ad_group_id: 601 } },
  { id: 704, name: 'deep sleep', base: base(4), settings: { cpt_bid: 1.1, ad_group_id: 601 } },
];
const adGroups = [
  { id: 601, name: 'Exact', base: base(9), settings: { cpt_bid: 1, cpa_goal: null, search_match: true } },
];
const campaigns = [{ id: 501, name: 'US Brand', base: base(9), settings: { daily_cap: 50, budget: null } }];

const open = (query: string) =>
  openReports(query, {
    responses: {
      'GET /api/asa/guardrails': {
        status: 'ok',
        guardrails: {},
        stop_all: { active: false, scope: null, since: null },
      },
      'GET /api/asa/campaigns': report(campaigns),
      'GET /api/asa/adgroups': report(adGroups, 'ad_group'),
      'GET /api/asa/keywords': report(keywords, 'keyword'),
      'GET /api/asa/all_campaigns_keywords': report(keywords, 'keyword'),
    },
  });

/** Types a value into a cell that has the focus, and leaves it with a key. */
async function enter(row: number, column: string, text: string, end = '{Enter}'): Promise<void> {
  // What edits comes a moment after the rows.
  await expect.poll(() => table.cell(row, column)?.dataset.editable).toBe('true');
  table.cell(row, column)?.focus();
  await userEvent.keyboard(`{F2}${text}${end}`);
}

const cellText = (row: number, column: string) => table.cell(row, column)?.textContent ?? '';
/** Whether nothing is drawn over the middle of an element. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

const dialog = () => page.getByRole('dialog');
const lastWrite = (calls: readonly StandInCall[]) => calls.findLast(({ method }) => method === 'PUT');

describe('bids of keywords', () => {
  it('are entered by keys, kept, previewed, sent, and stay with the reason where they were not made', async () => {
    const screen = await open('?campaign_id=501&ad_group_id=601');
    const { server } = screen;
    await expect.poll(() => cellText(701, 'cpt_bid')).toContain('1.70');

    await enter(701, 'cpt_bid', '$1.85');
    await expect.poll(() => cellText(701, 'cpt_bid')).toBe('1.701.85was 1.70, not sent');
    await enter(702, 'cpt_bid', '1,5');
    await expect.element(page.getByRole('alert')).toHaveTextContent('CPT must be positive number');
    expect(isOnTop(page.getByRole('alert').element())).toBe(true);
    await expectAccessible('a value that cannot be taken', '[role="grid"]');
    await userEvent.keyboard('{Escape}');
    await enter(702, 'cpt_bid', '1.60');
    await enter(704, 'cpt_bid', '1.3');
    await expect.poll(() => document.activeElement).toBe(table.cell(702, 'cpt_bid'));
    await enter(704, 'cpt_bid', '{Delete}');
    await expect.element(page.getByText('1 bid', { exact: true })).toBeVisible();
    expect(cellText(702, 'cpt_bid')).toBe('1.60');
    expect(cellText(704, 'cpt_bid')).toBe('1.10');
    await expectAccessible('a pending edit');

    await screen.reload();
    await expect.poll(() => cellText(701, 'cpt_bid')).toContain('1.85');

    await press('Bulk bids edit');
    await dialog().getByRole('radio', { name: 'Increase' }).click();
    await dialog().getByRole('radio', { name: 'Percent' }).click();
    await dialog().getByRole('textbox', { name: 'Value' }).fill('15');
    await dialog().getByRole('radio', { name: 'Where installs' }).click();
    await expect.element(dialog().getByRole('button', { name: 'Preview' })).toHaveAttribute('aria-disabled', 'true');
    await dialog().getByRole('textbox', { name: 'At most' }).fill('4');
    await expect.element(dialog().getByText('Affects 3 of 4 rows')).toBeVisible();
    await expectAccessible('the bulk dialog', '[role="dialog"]');
    await dialog().getByRole('button', { name: 'Preview' }).click();

    await expect.element(dialog().getByText('Preview, 3 bids')).toBeVisible();
    const row = (name: string) => dialog().getByRole('row', { name });
    await expect.element(row('sleep sounds')).toHaveTextContent('1.702.13');
    await expect.element(row('sleep music')).toHaveTextContent('Follows its ad group (1.00); gets a bid of its own');
    await expect.element(row('deep sleep')).toHaveTextContent('1.101.27');
    await expectAccessible('the preview', '[role="dialog"]');

    server.setResponse('PUT /api/asa/keywords_bids', ({ body }: StandInCall) =>
      writeResponse(body, {
        '501:601:701': { outcome: 'changed' },
        '501:601:703': { outcome: 'refused', message: 'Keyword not editable' },
        '501:601:704': { outcome: 'conflict', current: 1.35, changed_by: 'Ann Weber' },
      }),
    );
    await dialog().getByRole('textbox', { name: 'Reason (optional)' }).fill('Weekly review');
    await dialog().getByRole('button', { name: 'Submit 3 bids' }).click();
    await expect.element(dialog().getByText('2 of 3 changes were not made')).toBeVisible();
    expect(lastWrite(server.calls)?.body).toEqual({
      application_id: 1,
      asa_organization_id: 40,
      comment: 'Weekly review',
      new_bids: { '501:601:701': 2.13, '501:601:703': 1.15, '501:601:704': 1.27 },
      based_on: { '501:601:701': 1.7, '501:601:703': null, '501:601:704': 1.1 },
    });
    await expect.element(row('sleep music')).toHaveTextContent('Keyword not editable');
    await expect.element(row('deep sleep')).toHaveTextContent('Changed by Ann Weber to 1.35');
    await expectAccessible('the results', '[role="dialog"]');

    server.setResponse('PUT /api/asa/keywords_bids', ({ body }: StandInCall) =>
      writeResponse(body, { '501:601:704': { outcome: 'changed' } }),
    );
    await dialog().getByRole('button', { name: 'Use mine' }).click();
    await expect.element(row('deep sleep')).toHaveTextContent('Changed');
    expect(lastWrite(server.calls)?.body).toMatchObject({ based_on: { '501:601:704': 1.35 } });
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => cellText(703, 'cpt_bid')).toContain('not sent: Keyword not editable');
    expect(table.cell(703, 'cpt_bid')?.dataset.mark).toBe('refused');
    expect(cellText(701, 'cpt_bid')).toBe('1.70');

    (page.getByLabelText('Pending edits').getByRole('button', { name: 'Cancel' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => document.activeElement?.closest('[role="grid"]')).not.toBeNull();
    await expect.poll(() => cellText(703, 'cpt_bid')).toBe('–');
    expect(document.querySelector('[aria-label="Pending edits"]')).toBeNull();
  });
});

describe('a bid that is not confirmed at once', () => {
  it('stays entered, with or without the preview, until the socket reports the end of its change', async () => {
    const { server } = await open('?campaign_id=501&ad_group_id=601');
    let requested: unknown = null;
    let settled = false;
    const now = () => writeResponse(requested, settled ? {} : { '501:601:701': { outcome: 'pending' } });
    let changeId = '';
    server.setResponse('PUT /api/asa/keywords_bids', ({ body }: StandInCall) => {
      requested = body;
      const response = now();
      changeId = response.change_id ?? '';
      return response;
    });
    server.setResponse('GET /api/asa/changes', ({ url }: StandInCall) => ({
      ...now(),
      change_id: url.searchParams.get('change_id'),
    }));
    await enter(701, 'cpt_bid', '1.85');
    await press('Preview');
    await dialog().getByRole('button', { name: 'Submit 1 bid' }).click();
    await expect.element(dialog().getByRole('row', { name: 'sleep sounds' })).toHaveTextContent('Not confirmed yet');
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => cellText(701, 'cpt_bid')).toContain('1.85');
    const countRequests = () => server.calls.filter(({ url }) => url.searchParams.get('change_id') === changeId).length;
    await expect.poll(countRequests).toBeGreaterThanOrEqual(2);

    // The rows come later than the end of the change: until then the new value is shown.
    let releaseRows = (): void => undefined;
    const rowsDue = new Promise<void>((resolve) => {
      releaseRows = resolve;
    });
    server.setResponse('GET /api/asa/keywords', async () => {
      await rowsDue;
      return report(
        [{ id: 701, name: 'sleep sounds', base: base(2), settings: { cpt_bid: 1.85, ad_group_id: 601 } }],
        'keyword',
      );
    });
    settled = true;
    const pendingBar = async () => {
      await reportChange(1, changeId);
      return document.querySelector('[aria-label="Pending edits"]');
    };
    await expect.poll(pendingBar).toBeNull();
    expect(cellText(701, 'cpt_bid')).toBe('1.85');
    expect(table.cell(701, 'cpt_bid')?.hasAttribute('data-mark')).toBe(false);
    releaseRows();
    await expect.poll(() => table.names()).toEqual(['sleep sounds']);
    expect(cellText(701, 'cpt_bid')).toBe('1.85');
  });
});

describe('a bid that was never answered', () => {
  it('is checked again from its row, and is gone when it holds', async () => {
    const { server } = await open('?campaign_id=501&ad_group_id=601');
    let requested: unknown = null;
    const unanswered = () => writeResponse(requested, { '501:601:701': { outcome: 'unknown' } });
    server.setResponse('PUT /api/asa/keywords_bids', ({ body }: StandInCall) => {
      requested = body;
      return unanswered();
    });
    server.setResponse('GET /api/asa/changes', ({ url }: StandInCall) => ({
      ...unanswered(),
      change_id: url.searchParams.get('change_id'),
      done: true,
    }));
    await enter(701, 'cpt_bid', '1.85');
    await press('Preview');
    await dialog().getByRole('button', { name: 'Submit 1 bid' }).click();
    const row = dialog().getByRole('row', { name: 'sleep sounds' });
    await expect.element(row).toHaveTextContent('Unknown, check again');
    await expectAccessible('a row without an answer', '[role=dialog]');
    server.setResponse('PUT /api/asa/keywords_bids', ({ body }: StandInCall) =>
      writeResponse(body, { '501:601:701': { outcome: 'unchanged' } }),
    );
    dialog().getByRole('button', { name: 'Check again sleep sounds' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(row).toHaveTextContent('Already set, nothing was sent');
    expect(lastWrite(server.calls)?.body).toMatchObject({ based_on: { '501:601:701': 1.7 } });
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => document.querySelector('[aria-label="Pending edits"]')).toBeNull();
  });
});

describe('settings of ad groups and campaigns', () => {
  it('go in one call each, with what they are based on, and leave a message with Undo', async () => {
    const { server } = await open('?campaign_id=501');
    await expect.poll(() => cellText(601, 'cpt_bid')).toBe('1.00');
    await enter(601, 'cpt_bid', '1.2', '{Tab}');
    await userEvent.keyboard('2.5{Enter}');
    await expect.poll(() => cellText(601, 'cpa_goal')).toContain('2.50');
    table.cell(601, 'search_match')?.focus();
    await userEvent.keyboard(' ');
    await expect.element(page.getByText('3 edits', { exact: true })).toBeVisible();
    await press('Preview');
    await expect.element(dialog().getByText('3 keywords have their own bid')).toBeVisible();
    await dialog().getByRole('checkbox').click();
    await expect.element(dialog().getByText('3 own bids are lost')).toBeVisible();
    server.setResponse('PUT /api/asa/adgroups_bids', ({ body }: StandInCall) => writeResponse(body, {}));
    server.setResponse('PUT /api/asa/ad_group_search_match', ({ body }: StandInCall) => writeResponse(body, {}));
    server.setResponse('POST /api/asa/undo', ({ body }: StandInCall) => writeResponse(body, {}));
    await dialog().getByRole('button', { name: 'Submit 3 edits' }).click();
    await expect.element(page.getByText('3 edits updated')).toBeVisible();
    const writes = server.calls.filter(({ method }) => method === 'PUT');
    expect(writes.map(({ url, body }) => [url.pathname, body])).toEqual([
      [
        '/api/asa/adgroups_bids',
        {
          application_id: 1,
          asa_organization_id: 40,
          campaign_id: 501,
          update_keywords: true,
          bids: { 601: { cpt: 1.2, cpa: 2.5 } },
          based_on: { 601: { cpt: 1, cpa: null } },
        },
      ],
      [
        '/api/asa/ad_group_search_match',
        {
          application_id: 1,
          asa_organization_id: 40,
          campaign_id: 501,
          ad_group_id: 601,
          search_match: false,
          based_on: { 601: true },
        },
      ],
    ]);
    await press('Undo');
    await expect.poll(() => server.calls.filter(({ url }) => url.pathname === '/api/asa/undo')).toHaveLength(2);
  });
});

describe('the short report of campaigns', () => {
  it('shows its last column whole on a laptop: the names are cut, and can still be read', async () => {
    const base = sums({ spend: 900, taps: 300, installs: 120, trials: 60, income: 1200 });
    const settings = { daily_cap: 50, budget: null, daily_spend: 22.5 };
    await openReports('', {
      responses: {
        'GET /api/asa/campaigns': report(
          ['US', 'JP', 'DE'].map((name, index) => ({ id: 501 + index, name, base, settings })),
        ),
      },
    });
    await expect.poll(() => cellText(501, 'daily_cap')).toBe('50.00');
    const grid = table.grid();
    expect(grid?.scrollWidth).toBe(grid?.clientWidth);
    const width = table.header('name')?.offsetWidth ?? 0;
    expect(width).toBeGreaterThanOrEqual(150);
    expect(width).toBeLessThan(210);
  });

  it.each([
    ['ad_group', '?campaign_id=501', { cpt_bid: 1.25, cpa_goal: 12.5, search_match: true }],
    ['keyword', '?campaign_id=501&ad_group_id=601', { cpt_bid: 1.25, impression_share: 0.4, rank: 3, match_rate: 0.7 }],
  ] as const)('shows its last column whole on a laptop at the level %s', async (level, query, settings) => {
    const base = sums({ spend: 900, taps: 300, installs: 120, trials: 60, income: 1200 });
    const rows = report(
      [601, 602, 603].map((id) => ({ id, name: `sleep ${id}`, base, settings: { ...settings, campaign_id: 501 } })),
      level,
    );
    await openReports(query, { responses: { 'GET /api/asa/adgroups': rows, 'GET /api/asa/keywords': rows } });
    await expect.poll(() => cellText(601, 'cpt_bid')).toBe('1.25');
    await expect.poll(() => table.cell(601, 'cpt_bid')?.hasAttribute('data-editable')).toBe(true);
    const grid = table.grid();
    expect(grid?.scrollWidth).toBe(grid?.clientWidth);
  });
});
