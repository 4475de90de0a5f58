import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { campaignNames } from '../../../testing/fixtures/chart-fixtures.ts';
import { searchTerm, searchTermsResponse } from '../../../testing/fixtures/term-fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { press, table } from '../../../testing/screens/open-reports.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';

const two = [
  { id: 501, name: 'US SKAG', installs: 0 },
  { id: 502, name: 'US Discovery', installs: 0 },
];
const campaigns = {
  filter_skag: campaignNames(two),
  filter_discovery: campaignNames([{ id: 500, name: 'Brand', installs: 0 }, ...two]),
};
const terms = () => [
  searchTerm('white noise', { impressions: 400 }),
  searchTerm('calm app', { impressions: 60 }),
  searchTerm('sleep app free', { impressions: 30 }),
  searchTerm('sleep sounds', { known: true, choice: 3, note: 'Already bought in "sleep sounds"' }),
];

const addresses = { filter_skag: 'skag/filter', filter_discovery: 'discovery/filter' };
const open = (screen: 'filter_skag' | 'filter_discovery', options: ScreenOptions = {}) =>
  openScreen(`/client/management/tools/${addresses[screen]}`, {
    ...options,
    responses: {
      'GET /api/asa/campaign_names': campaigns[screen],
      [`GET /api/asa/${screen}`]: { ...searchTermsResponse(terms()), skag_campaign_id: 501 },
      'GET /api/asa/creations': { status: 'ok', creations: [] },
      ...options.responses,
    },
  });

const choice = (term: string) => page.getByRole('radiogroup', { name: `Choice for ${term}` });
const chosen = (term: string) => choice(term).getByRole('radio', { checked: true });
const radio = (term: string, name: string) => choice(term).getByRole('radio', { name });
const names = () => table.names();
const changeId = '00000000-0000-4000-8000-00000000000a';

describe('Filter Discovery', () => {
  it('decides by keys and for all shown, says what saving comes to, saves, and takes it back as a whole', async () => {
    const { server } = await open('filter_discovery');
    await expect.poll(names).toEqual(['sleep sounds', 'white noise', 'calm app', 'sleep app free']);
    const call = server.calls.find(({ url }) => url.pathname === '/api/asa/filter_discovery');
    expect(call?.url.searchParams.get('campaign_id')).toBe('502');
    // Keywords go to the campaign for the same countries, not to the first by name.
    await expect.element(page.getByRole('combobox', { name: 'Add to' })).toHaveValue('US SKAG');
    await expect.element(chosen('sleep sounds')).toHaveAccessibleName('3 minus');
    await expect.element(radio('sleep sounds', '2 plus')).toHaveAttribute('aria-disabled', 'true');

    // Everything by keys: the filter, one choice for all it leaves, the way through the rows.
    (document.querySelector('[data-row-id="0"] [aria-colindex="1"]') as HTMLElement).focus();
    await userEvent.keyboard('/app');
    await expect.poll(names).toEqual(['calm app', 'sleep app free']);
    await radio('calm app', '3 minus').click({ modifiers: ['Alt'] });
    await expect.element(chosen('sleep app free')).toHaveAccessibleName('3 minus');
    await userEvent.keyboard('2');
    await expect.element(chosen('calm app')).toHaveAccessibleName('2 plus');
    await page.getByRole('searchbox', { name: 'Filter rows' }).fill('');
    await expect.poll(names).toHaveLength(4);
    (document.querySelector('[data-row-id="3"] [aria-colindex="1"]') as HTMLElement).focus();
    await userEvent.keyboard('j2');
    await expect.element(chosen('white noise')).toHaveAccessibleName('2 plus');
    await expect.element(chosen('sleep sounds')).toHaveAccessibleName('3 minus');
    await expect.element(page.getByText('2 to add, 2 negative')).toBeVisible();

    await press('Save');
    await expect.element(page.getByText('CPT is required')).toBeVisible();
    await page.getByRole('textbox', { name: 'CPT $' }).fill('0.9');
    await press('Save');
    const dialog = page.getByRole('dialog', { name: 'Save 4 decisions?' });
    await expect.element(dialog).toHaveTextContent('2 new ad groups with one keyword each in US SKAG, bid $0.90');
    await expect.element(dialog).toHaveTextContent('2 negative keywords for all of US Discovery');
    await expectAccessible('the preview', '[role="dialog"]');
    let polls = 0;
    const running = { status: 'ok', request_id: changeId, campaign_id: 502, offset: 0, total: 2 };
    const reasons = [{ list: 'keywords', text: 'calm app', message: 'Keyword not eligible', code: 'refused_by_apple' }];
    const end = {
      status: 'ok',
      request_id: changeId,
      campaign_id: 502,
      created: 1,
      skipped: 0,
      duplicates: 0,
      change_id: changeId,
      warning: '1 keywords were refused by Apple',
      details: { keywords: ['calm app'], negativeKeywords: [], reasons },
    };
    server.setResponse('POST /api/asa/filter_discovery', () => {
      polls += 1;
      return polls < 3 ? { ...running, offset: polls - 1 } : end;
    });
    server.setResponse('GET /api/asa/changes', { status: 'ok', settings_currency: 'USD', counts: {}, results: [] });
    server.setResponse('GET /api/asa/filter_discovery', searchTermsResponse([searchTerm('calm app')]));
    await dialog.getByRole('button', { name: 'Save 4' }).click();
    await expect.element(page.getByText('calm app: Keyword not eligible')).toBeVisible();
    const [first, second] = writesOf(server.calls).filter(({ url }) => url.pathname.endsWith('filter_discovery'));
    expect(first?.body).toMatchObject({
      application_id: 1,
      asa_organization_id: 40,
      discovery_campaign_id: 502,
      skag_campaign_id: 501,
      skag_keywords: ['white noise', 'calm app'],
      negative_keywords: ['sleep app free', 'sleep sounds'],
      cpt: '0.9',
      cpa: null,
      devices: null,
      audience: null,
    });
    const { request_id } = (first?.body ?? {}) as { request_id?: string };
    expect(second?.body).toMatchObject({ offset: 0, request_id });
    await expect.poll(names).toEqual(['calm app']);
    server.setResponse('POST /api/asa/undo', {
      status: 'ok',
      settings_currency: 'USD',
      counts: {},
      results: [{ key: '501', field: 'status', outcome: 'changed', old: null, new: null }],
    });
    await press('Undo all');
    await expect.element(page.getByText('1 taken back')).toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toEqual({ application_id: 1, change_id: changeId });
  });
});

describe('Filter SKAG', () => {
  it('sends nothing without a choice, hides a term, and marks what the server refuses', async () => {
    const { server } = await open('filter_skag');
    await expect.poll(names).toHaveLength(4);
    await press('All shown: none');
    await press('Save');
    await expect.element(page.getByText('No keywords chosen')).toBeVisible();
    expect(writesOf(server.calls)).toEqual([]);
    server.setResponse('POST /api/asa/search_terms/hide', { status: 'ok', hidden: 1 });
    (document.querySelector('[data-row-id="0"] [aria-colindex="1"]') as HTMLElement).focus();
    await userEvent.keyboard('h');
    await expect.element(page.getByText('white noise is hidden')).toBeVisible();
    await expect.poll(names).not.toContain('white noise');
    // The next term can be decided without a way back to it.
    await expect.poll(() => document.activeElement?.closest('[data-row-id]')?.getAttribute('data-row-id')).toBe('1');
    expect(writesOf(server.calls).at(-1)?.body).toMatchObject({ ad_group_id: 601, texts: ['white noise'] });

    const message = 'Would block the keyword "calm app"';
    server.setResponse('POST /api/asa/skag_campaign/keyword', () =>
      Response.json(
        {
          status: 'error',
          code: 'bad_keywords',
          error_message: '0 keywords and 1 negative keywords cannot be used',
          details: {
            keywords: [],
            negativeKeywords: ['calm app'],
            reasons: [{ list: 'negative_keywords', text: 'calm app', message, code: 'would_block' }],
          },
        },
        { status: 422 },
      ),
    );
    await radio('calm app', '3 minus').click();
    await press('Save');
    await page.getByRole('dialog').getByRole('button', { name: 'Save 1' }).click();
    await expect.element(page.getByText('0 keywords and 1 negative keywords cannot be used')).toBeVisible();
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(page.getByText('1 cannot be used and is not sent')).toBeVisible();
    const fix = page.getByRole('button', { name: 'Fix it' });
    await expect.element(fix).toBeVisible();
    // Toasts of before may still be over it.
    (fix.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(chosen('calm app')).toHaveAccessibleName('1 none');
    await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toHaveFocus();
  });

  it('decides all shown by Alt and a key, and gives the focus back after a look at what would be saved', async () => {
    await open('filter_skag');
    await expect.poll(names).toHaveLength(4);
    (document.querySelector('[data-row-id="1"] [aria-colindex="1"]') as HTMLElement).focus();
    await userEvent.keyboard('{Alt>}3{/Alt}');
    await expect.element(page.getByText('0 to add, 4 negative')).toBeVisible();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    (save.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(save).toHaveFocus();
  });

  it('takes 5,000 terms: all are decided at once and few are drawn', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      searchTerm(`term ${index}`, { impressions: 6_000 - index, adGroupId: 600 + (index % 40) }),
    );
    await open('filter_skag', { responses: { 'GET /api/asa/filter_skag': searchTermsResponse(many) } });
    await expect.element(page.getByText('Total 5,000 terms')).toBeVisible();
    await press('All shown: minus');
    await expect.element(page.getByText('0 to add, 5,000 negative')).toBeVisible();
    expect(document.querySelectorAll('[data-row-id]').length).toBeLessThan(60);
    await radio('term 0', '2 plus').click({ modifiers: ['Alt'] });
    await expect.element(page.getByText('5,000 to add, 0 negative')).toBeVisible();
  });
});

it('has no accessibility fault in either theme, wide and on a phone', async () => {
  const { server, reload } = await open('filter_discovery');
  await expect.poll(names).toHaveLength(4);
  await radio('white noise', '2 plus').click();
  await expectAccessible('the terms');
  server.setResponse('GET /api/asa/filter_discovery', searchTermsResponse([]));
  await reload();
  await expect.element(page.getByRole('heading', { name: 'No search terms to decide' })).toBeVisible();
  await expectAccessible('nothing to decide');
  await open('filter_skag', { width: 390, height: 844 });
  await expect.poll(names).toHaveLength(4);
  await expect.element(radio('white noise', '3 minus')).toBeVisible();
  await expectAccessible('on a phone');
  expectFits();
});
