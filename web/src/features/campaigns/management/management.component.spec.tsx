import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import {
  changeIds,
  createdResponse,
  historyResponse,
  unansweredResponse,
} from '../../../testing/fixtures/history-fixtures.ts';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { writeResponse, writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { press, table } from '../../../testing/screens/open-reports.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';
import { failure, type StandInCall } from '../../../testing/stand-in-server.ts';

const campaigns = [
  { id: 501, name: 'US Brand', settings: { daily_cap: 50, budget: 900 } },
  { id: 502, name: 'JP Discovery', settings: { daily_cap: 30, budget: null } },
  { id: 0, name: 'Organic' },
].map((campaign) => ({ ...campaign, base: sums({ spend: 10, taps: 10, installs: 5 }) }));

const open = (path = '', theme: 'light' | 'dark' = 'light') =>
  openScreen(`/client/management${path}`, {
    theme,
    responses: {
      'GET /api/asa/campaigns': report(campaigns),
      'GET /api/asa/changes': () => historyResponse(),
    },
  });

const lastWrite = (calls: readonly StandInCall[]) => writesOf(calls).at(-1);
const dialog = () => page.getByRole('dialog');

describe('Campaign Management', () => {
  it('pauses, activates and deletes what is selected, and edits budgets', async () => {
    const { server } = await open();
    await expect.element(page.getByRole('heading', { name: 'Campaign Management' })).toBeVisible();
    // Users without a campaign have nothing that could be managed.
    await expect.poll(() => table.names()).toEqual(['JP Discovery', 'US Brand']);
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    await expect.element(pause).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible('campaigns');

    await expect.poll(() => table.cell(501, 'name')?.querySelector('[data-select]')).not.toBeNull();
    table.cell(501, 'name')?.focus();
    await userEvent.keyboard(' ');
    await expect.element(page.getByText('1 selected')).toBeVisible();
    server.setResponse('PUT /api/asa/campaigns_status', ({ body }: StandInCall) => writeResponse(body, {}));
    // In the order of the report the first one would be last among campaigns now.
    server.setResponse(
      'GET /api/asa/campaigns',
      report(campaigns.map((campaign) => ({ ...campaign, status: campaign.id === 502 ? 'PAUSED' : 'RUNNING' }))),
    );
    await pause.click();
    await expect.poll(() => table.cell(502, 'status')?.textContent).toBe('Paused');
    expect(table.names()).toEqual(['JP Discovery', 'US Brand']);
    await expect.element(page.getByText('1 campaign paused')).toBeVisible();
    expect(lastWrite(server.calls)?.body).toEqual({
      application_id: 1,
      asa_organization_id: 40,
      campaign_ids: [501],
      status: 'PAUSED',
    });

    server.setResponse(
      'PUT /api/asa/campaigns_status',
      failure(403, 'The search-ads account gave read-only access', 'read_only'),
    );
    await press('Activate');
    await expect.element(page.getByRole('alert')).toHaveTextContent('The search-ads account gave read-only access');

    table.cell(501, 'daily_cap')?.focus();
    await userEvent.keyboard('{F2}900{Enter}');
    await expect
      .element(page.getByRole('alert').last())
      .toHaveTextContent('Daily budget must be below the lifetime budget (900)');
    await userEvent.keyboard('{Escape}{F2}$62.50{Enter}');
    table.cell(501, 'budget')?.focus();
    await userEvent.keyboard('{F2}800{Enter}');
    await expect.element(page.getByText('A lifetime budget can only be raised')).toBeVisible();
    await userEvent.keyboard('{Escape}{F2}1000{Enter}');
    table.cell(502, 'budget')?.focus();
    await userEvent.keyboard('{F2}');
    expect(table.cell(502, 'budget')?.querySelector('input')).toBeNull();
    server.setResponse('PUT /api/asa/campaigns_budgets', ({ body }: StandInCall) => writeResponse(body, {}));
    await press('Preview');
    await dialog().getByRole('button', { name: 'Submit 2 budgets' }).click();
    await expect.element(page.getByText('2 budgets updated')).toBeVisible();
    expect(lastWrite(server.calls)?.body).toEqual({
      application_id: 1,
      asa_organization_id: 40,
      budgets: { 501: { total: 1000, daily: 62.5 } },
      based_on: { 501: { total: 900, daily: 50 } },
    });

    server.setResponse('DELETE /api/asa/campaigns', ({ body }: StandInCall) => writeResponse(body, {}));
    await press('Delete');
    await expect
      .element(page.getByRole('alertdialog'))
      .toHaveTextContent('Delete?You will lose all historical data collected.US Brand');
    await expect.poll(() => document.activeElement?.textContent).toBe('Cancel');
    await expectAccessible('the confirmation', '[role="alertdialog"]');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('1 campaign deleted')).toBeVisible();
    expect(lastWrite(server.calls)).toMatchObject({ method: 'DELETE', body: { campaign_ids: [501] } });
    // What was deleted here says so, and takes no edits.
    await expect.poll(() => table.cell(501, 'status')?.textContent).toBe('Deleted');
    await expect.element(page.getByText('0 selected')).toBeVisible();
  });

  it('says what is missing', async () => {
    const { server } = await open();
    server.setResponse('GET /api/asa/campaigns', report([]));
    await openScreen('/client/management', { responses: { 'GET /api/asa/campaigns': report([]) } });
    await expect.element(page.getByText('No campaigns for Moonvale and Moonvale Apps')).toBeVisible();
  });
});

describe('History', () => {
  it('lists changes with who, why and their outcomes, filters them, and undoes one after a look', async () => {
    const { server, address } = await open('/history', 'dark');
    const row = (name: string | RegExp) => page.getByRole('row', { name });
    await expect.element(row(/3 bids · Exact/)).toHaveTextContent('Slow start, raise the openers');
    await expect.element(row(/3 bids · Exact/)).toHaveTextContent('1 of 3 not made');
    await expect.element(row(/Apple Ads \(outside this product\)/)).toHaveTextContent('Recorded');
    await expect.element(row(/Old brand test/)).toHaveTextContent('No undo');
    // The pause was taken back: each of the two leads to the other.
    await row(/Rule Raise bids/)
      .getByRole('button', { name: 'Undone' })
      .click();
    await expect.poll(() => document.activeElement?.textContent).toContain('Undo of Status');
    await row(/Ada Example/)
      .getByRole('button', { name: /^Undo of Status/ })
      .click();
    await expect.poll(() => document.activeElement?.textContent).toContain('Run of 15:00');
    await expectAccessible('the history');
    await page.viewport(390, 844);
    await expectAccessible('the history on a phone');
    await page.viewport(1440, 900);
    await row(/3 bids · Exact/)
      .getByRole('button', { name: 'Show rows' })
      .click();
    await expect.element(row(/deep sleep/)).toHaveTextContent('Refused');

    server.setResponse('POST /api/asa/undo', {
      status: 'partial',
      settings_currency: 'USD',
      counts: {},
      error_message: '',
      results: [
        { key: '501:601:701', field: 'cpt_bid', outcome: 'changed', old: 1.2, new: 1 },
        {
          key: '501:601:702',
          field: 'cpt_bid',
          outcome: 'conflict',
          old: 1.2,
          new: 1,
          current: 1.35,
          changed_by: 'Rule Raise',
        },
      ],
    });
    await page.getByRole('button', { name: 'Undo 3 bids Exact' }).click();
    const panel = page.getByRole('complementary', { name: 'Undo 3 bids?' });
    await expect.element(panel.getByText('rain sounds is 1.35 now')).toBeVisible();
    await expectAccessible('what undo would do', 'aside');
    await panel.getByRole('checkbox', { name: 'Set it back to 1.00 too' }).click();
    await panel.getByRole('button', { name: 'Undo 2 bids' }).click();
    await expect
      .poll(() => lastWrite(server.calls)?.body)
      .toEqual({
        application_id: 1,
        change_id: changeIds.a,
        force_keys: ['501:601:702'],
      });
    const bodies = writesOf(server.calls).map(({ body }) => body);
    expect(bodies[0]).toEqual({ application_id: 1, change_id: changeIds.a, dry_run: true });

    await page.getByRole('combobox', { name: 'Who' }).click();
    await page.getByRole('option', { name: 'Rules' }).click();
    await expect.poll(() => server.calls.some(({ url }) => url.searchParams.get('actor_kind') === 'rule')).toBe(true);
    expect(address()).toContain('actor=rule');
  });

  it('offers to pause a campaign that was created, which cannot be undone', async () => {
    const { server } = await openScreen('/client/management/history', {
      responses: { 'GET /api/asa/changes': () => createdResponse() },
    });
    const pause = page.getByRole('button', { name: 'Pause campaign US Brand' });
    await expect.element(pause).toHaveAttribute('title', 'A campaign that was created can be paused, not undone');
    server.setResponse('PUT /api/asa/campaigns_status', ({ body }: StandInCall) => writeResponse(body, {}));
    (pause.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('US Brand paused')).toBeVisible();
    expect(lastWrite(server.calls)?.body).toEqual({
      application_id: 1,
      asa_organization_id: 40,
      campaign_ids: [501],
      status: 'PAUSED',
    });
    server.setResponse(
      'PUT /api/asa/campaigns_status',
      failure(403, 'The search-ads account gave read-only access', 'read_only'),
    );
    await pause.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The search-ads account gave read-only access');
  });

  it('is exported as the file of the server, which has every row, or says why it is not', async () => {
    const text = '\ufeffAt,Who\r\n2026,Ada\r\n\r\nRows,2290\r\n';
    const csv = (body: string) => new Response(body, { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    let file = text;
    const { server } = await openScreen('/client/management/history?range=last7&actor=creation&field=keyword', {
      responses: {
        'GET /api/asa/changes': ({ url }: StandInCall) =>
          url.searchParams.get('format') === 'csv' ? csv(file) : createdResponse(),
      },
    });
    const button = page.getByRole('button', { name: 'Export' });
    await expect.element(page.getByText('1 change, 2,290 rows')).toBeVisible();
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Done: 2,290 rows')).toBeVisible();
    const call = server.calls.find(({ url }) => url.searchParams.get('format') === 'csv');
    expect(Object.fromEntries(call?.url.searchParams ?? [])).toMatchObject({
      application_id: '1',
      asa_organization_id: '40',
      actor_kind: 'creation',
      field: 'keyword',
    });
    file = text.slice(0, -6);
    await button.click();
    await expect.element(page.getByText('Could not make the CSV file: The file broke off.')).toBeVisible();
  });

  it('names product pages', async () => {
    const creatives = [
      { id: 0, name: 'Default', state: 'VALID' },
      { id: 12, name: 'Deep sleep', state: 'VALID' },
    ];
    const { server } = await openScreen('/client/management/history', {
      responses: {
        'GET /api/asa/changes': () => unansweredResponse(),
        'GET /api/asa/creatives': { status: 'ok', creatives, pages: [], pending: [] },
      },
    });
    await expect.element(page.getByRole('cell', { name: 'Default Deep sleep', exact: true })).toBeVisible();
    const call = server.calls.find(({ url }) => url.pathname === '/api/asa/creatives');
    expect(call?.url.search).toBe('?application_id=1&asa_organization_id=40');
  });

  it('shows product pages by their ids where their names cannot be had', async () => {
    await openScreen('/client/management/history', {
      responses: {
        'GET /api/asa/changes': () => unansweredResponse(),
        'GET /api/asa/creatives': () => failure(503, 'Not now'),
      },
    });
    await expect.element(page.getByRole('cell', { name: 'Default Page 12', exact: true })).toBeVisible();
  });

  it('checks product pages and negative keywords again by the calls that set them', async () => {
    const { server } = await openScreen('/client/management/history', {
      responses: { 'GET /api/asa/changes': () => unansweredResponse() },
    });
    server.setResponse('PUT /api/asa/ad_groups_cpps', ({ body }: StandInCall) =>
      writeResponse(body, { '501:601': { outcome: 'unchanged' } }),
    );
    await press('Check again Product page of Exact');
    await expect.element(page.getByText('Exact: Apple has it as it was sent')).toBeVisible();
    expect(lastWrite(server.calls)?.body).toMatchObject({ based_on: { 601: 0 } });

    server.setResponse('POST /api/asa/skag_campaign/keyword', {
      status: 'ok',
      request_id: changeIds.b,
      campaign_id: 501,
      change_id: changeIds.b,
      created: 0,
      skipped: 0,
      duplicates: 0,
    });
    server.setResponse('GET /api/asa/changes', ({ url }: StandInCall) =>
      url.searchParams.get('change_id') === changeIds.b
        ? {
            status: 'ok',
            change_id: changeIds.b,
            settings_currency: 'USD',
            counts: {},
            done: true,
            results: [{ key: '501:601:9', field: 'negative', outcome: 'changed', old: null, new: 'free' }],
          }
        : unansweredResponse(),
    );
    await press('Check again Negative keyword of free');
    await expect.element(page.getByText('free: it was still as before, and has been sent again')).toBeVisible();
    expect(lastWrite(server.calls)?.body).toMatchObject({ negative_keywords_for_ad_groups: { 601: ['free'] } });
  });

  it('checks a row again that was never answered, and says what holds', async () => {
    const { server } = await openScreen('/client/management/history', {
      responses: { 'GET /api/asa/changes': () => unansweredResponse() },
    });
    const again = page.getByRole('button', { name: 'Check again CPT bid of sleep sounds' });
    await expect.element(page.getByText('Unknown, check again').first()).toBeVisible();
    await expectAccessible('a row without an answer');
    server.setResponse('PUT /api/asa/keywords_bids', ({ body }: StandInCall) =>
      writeResponse(body, { '501:601:701': { outcome: 'unchanged' } }),
    );
    again.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('sleep sounds: Apple has it as it was sent')).toBeVisible();
    expect(lastWrite(server.calls)?.body).toEqual({
      application_id: 1,
      asa_organization_id: 40,
      new_bids: { '501:601:701': 1.2 },
      based_on: { '501:601:701': 1 },
    });
    server.setResponse('PUT /api/asa/keywords_bids', ({ body }: StandInCall) =>
      writeResponse(body, { '501:601:701': { outcome: 'conflict', current: 1.35, changed_by: 'Ann' } }),
    );
    await again.click();
    await expect.element(page.getByText('sleep sounds: it is 1.35 now, set by Ann')).toBeVisible();
  });
});
