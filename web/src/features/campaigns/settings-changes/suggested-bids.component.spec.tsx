import { bidSuggestionsResponseSchema } from '@tapwise/contract/suggestions';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { writeResponse, writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { openReports, press, table } from '../../../testing/screens/open-reports.ts';
import type { ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, never, type StandInCall, type StandInResponse } from '../../../testing/stand-in-server.ts';

const call = 'GET /api/asa/bid_suggestions';
const base = sums({ spend: 10, taps: 10, installs: 5 });
const byApple = { bids_set_by_apple: true };
const keywords = [
  { id: 701, name: 'sleep sounds', base, settings: { cpt_bid: 1.7, ad_group_id: 601 } },
  { id: 702, name: 'rain sounds', base, settings: { cpt_bid: 1.6, ad_group_id: 601 } },
  { id: 703, name: 'sleep music', base, settings: { cpt_bid: null, ad_group_id: 601 } },
];
const suggested = (state: 'read' | 'away' | 'absent') =>
  bidSuggestionsResponseSchema.parse({
    status: 'ok',
    state,
    read_at: state === 'read' ? new Date(Date.now() - 200_000).toISOString() : null,
    currency: 'USD',
    bids:
      state === 'read'
        ? [
            { ad_group_id: 601, keyword_id: 701, cpt_bid: 1.7, suggested_cpt_bid: 1.85 },
            { ad_group_id: 601, keyword_id: 703, cpt_bid: null, suggested_cpt_bid: 1.2 },
            // Not in the table, or as it is set already.
            { ad_group_id: 601, keyword_id: 799, cpt_bid: 2, suggested_cpt_bid: 3 },
          ]
        : [],
  });
const open = (response: StandInResponse, options: ScreenOptions = {}) =>
  openReports('?campaign_id=501&ad_group_id=601', {
    ...options,
    responses: {
      'GET /api/asa/guardrails': {
        status: 'ok',
        guardrails: {},
        stop_all: { active: false, scope: null, since: null },
      },
      'GET /api/asa/adgroups': report(
        [{ id: 601, name: 'Exact', base, settings: { cpt_bid: 1, cpa_goal: null, search_match: true } }],
        'ad_group',
      ),
      'GET /api/asa/keywords': report(keywords, 'keyword'),
      [call]: response,
      ...options.responses,
    },
  });

const cell = (row: number) => table.cell(row, 'cpt_bid');
const box = (row: number) => cell(row)?.querySelector('input') ?? null;
const hint = () => document.querySelector('[role="grid"] [role="status"]')?.textContent ?? null;
const dialog = () => page.getByRole('dialog');

async function edit(row: number): Promise<void> {
  await expect.poll(() => cell(row)?.dataset.editable).toBe('true');
  cell(row)?.focus();
  await userEvent.keyboard('{F2}');
  await expect.poll(() => box(row)).not.toBeNull();
}

describe.each(['light', 'dark'] as const)('the bid that Apple suggests, in the theme %s', (theme) => {
  it('is beside the bid that is edited, with its age, and is entered like one that is typed', async () => {
    const { server } = await open(suggested('read'), { theme });
    await edit(701);
    await expect.poll(hint).toBe('Apple suggests 1.85 (asked 3 min ago)');
    expect(box(701)?.value).toBe('1.70');
    await expectAccessible('an editor with a suggestion', '[role="grid"]');
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.poll(() => box(701)?.value).toBe('1.85');
    expect(document.activeElement).toBe(box(701));
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => cell(701)?.textContent).toBe('1.701.85was 1.70, not sent');
    // Nothing is sent by it.
    expect(writesOf(server.calls)).toEqual([]);
    await edit(703);
    await expect.poll(hint).toBe('Apple suggests 1.20 (asked 3 min ago)');
    await page.getByRole('button', { name: /^Use 1.20/ }).click();
    await expect.poll(() => box(703)?.value).toBe('1.20');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => cell(703)?.textContent).toContain('1.20');
    await edit(702);
    await expect.poll(hint).toBe('Apple suggests no bid (asked 3 min ago)');
    expect(server.calls.filter(({ url }) => url.pathname === '/api/asa/bid_suggestions')).toHaveLength(1);
  });

  it.each([
    { why: 'Apple is away', response: suggested('away') },
    { why: 'the interface has none', response: suggested('absent') },
    { why: 'the organization is disconnected', response: () => failure(409, 'Which one?', 'apple_ads_not_connected') },
    { why: 'Apple has not answered yet', response: never },
  ])('is not there while $why, and a bid is entered without it', async ({ response }) => {
    const { server } = await open(response, { theme });
    await edit(701);
    await expect.poll(() => server.calls.some(({ url }) => url.pathname === '/api/asa/bid_suggestions')).toBe(true);
    await userEvent.keyboard('1.9');
    expect(hint()).toBeNull();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => cell(701)?.textContent).toContain('1.90');
  });

  it('gives way to the reason why what was typed cannot be taken', async () => {
    await open(suggested('read'), { theme });
    await edit(701);
    await expect.poll(hint).toContain('Apple suggests 1.85');
    await userEvent.keyboard('x{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('CPT must be positive number');
    expect(hint()).toBeNull();
    await userEvent.keyboard('{Escape}');
  });
});

describe('bids that Apple suggests for an ad group', () => {
  it('become edits with a preview, those of keywords that have another', async () => {
    const { server } = await open(suggested('read'), { theme: 'dark' });
    await press('Actions');
    await press('Apple’s bids');
    await expect.element(dialog().getByText(/sleep sounds 1.70 to 1.85/)).toBeVisible();
    await expect.element(dialog().getByText(/sleep music 1.00 to 1.20/)).toBeVisible();
    expect(dialog().getByRole('checkbox').elements()).toHaveLength(2);
    await expect.element(dialog().getByText(/it does not know what your users pay/)).toBeVisible();
    await expectAccessible('the suggestions', '[role="dialog"]');
    await dialog()
      .getByRole('checkbox', { name: /sleep music/ })
      .click();
    server.setResponse('PUT /api/asa/keywords_bids', ({ body }: StandInCall) => writeResponse(body, {}));
    await dialog().getByRole('button', { name: 'Preview' }).click();
    await dialog().getByRole('button', { name: 'Submit 1 bid' }).click();
    await expect.element(page.getByText('1 bid updated')).toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toMatchObject({
      new_bids: { '501:601:701': 1.85 },
      based_on: { '501:601:701': 1.7 },
    });
  });

  it.each([
    {
      state: 'away' as const,
      text: 'Apple does not answer now.',
    },
    {
      state: 'absent' as const,
      text: 'Suggestions come with Apple’s new interface, which is not switched on here yet.',
    },
  ])('say in words why there are none: $state', async ({ state, text }) => {
    await open(suggested(state));
    await press('Actions');
    await press('Apple’s bids');
    await expect.element(dialog().getByText(text)).toBeVisible();
    await expectAccessible(text, '[role="dialog"]');
  });

  it('are not offered where Apple sets the bids', async () => {
    const automatic = keywords.map((keyword) => ({ ...keyword, settings: { ...keyword.settings, ...byApple } }));
    const { server } = await open(suggested('read'), {
      responses: { 'GET /api/asa/keywords': report(automatic, 'keyword') },
    });
    await press('Actions');
    await expect.element(page.getByRole('button', { name: 'Bulk bids edit' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Apple’s bids' }).elements()).toEqual([]);
    expect(server.calls.some(({ url }) => url.pathname === '/api/asa/bid_suggestions')).toBe(false);
  });
});
