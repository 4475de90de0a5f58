import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { completed, dryRunResponse } from '../../testing/fixtures/automation-fixtures.ts';
import { campaignNames } from '../../testing/fixtures/chart-fixtures.ts';
import { searchTerm, searchTermsResponse } from '../../testing/fixtures/term-fixtures.ts';
import { openAutomation, calls as rulesPath } from '../../testing/screens/open-automation.ts';
import { type OpenScreen, openScreen } from '../../testing/screens/open-screen.tsx';
import { failure, never, type StandInResponse } from '../../testing/stand-in-server.ts';

const tools = '/client/management/tools';
const names = campaignNames([
  { id: 501, name: 'US Brand', installs: 0 },
  { id: 502, name: 'US Discovery', installs: 0 },
]);
const answers: Record<string, StandInResponse> = {
  'GET /api/asa/campaign_names': names,
  'GET /api/asa/filter_discovery': searchTermsResponse([searchTerm('calm app')]),
  'GET /api/asa/creatives': { status: 'ok', creatives: [{ id: 0, name: 'Default' }], pages: [], pending: [] },
  'GET /api/asa/ad_groups_cpps': { status: 'ok', ad_groups: [] },
  'GET /api/asa/creations': { status: 'ok', creations: [] },
};
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const openPicker = (name: string) => page.getByRole('combobox', { name }).click();

interface Case {
  /** What is not there yet. */
  what: string;
  open: (responses: Record<string, StandInResponse>) => Promise<OpenScreen>;
  call: string;
  /** Shows the list, where it is behind a button. */
  reveal?: () => Promise<void>;
  /** What would say that there is nothing. */
  empty: RegExp;
  /** What is said instead when it could not be read, where that is not the server's sentence. */
  failed?: RegExp;
}

const screen = (path: string) => (responses: Record<string, StandInResponse>) =>
  openScreen(path, { responses: { ...answers, ...responses } });
const rule = (path: string) => (responses: Record<string, StandInResponse>) => openAutomation(path, { responses });

const cases: readonly Case[] = [
  {
    what: 'search terms',
    open: screen(`${tools}/discovery/filter`),
    call: 'GET /api/asa/filter_discovery',
    empty: /No search terms|none have been read|0 terms/,
  },
  {
    what: 'campaigns to filter',
    open: screen(`${tools}/discovery/filter`),
    call: 'GET /api/asa/campaign_names',
    reveal: () => openPicker('From'),
    empty: /No name matches|No campaigns|No search terms|none have been read/,
  },
  {
    what: 'campaigns of product pages',
    open: screen(`${tools}/cpp/manage`),
    call: 'GET /api/asa/campaign_names',
    reveal: () => press(/^Campaigns/),
    empty: /No name matches/,
    failed: /The names could not be loaded/,
  },
  {
    what: 'campaigns to compare',
    open: screen('/client/keywordscomparison'),
    call: 'GET /api/asa/campaign_names',
    reveal: () => press(/^Campaigns/),
    empty: /No name matches/,
    failed: /The names could not be loaded/,
  },
  {
    what: 'product pages',
    open: screen(`${tools}/cpp/manage`),
    call: 'GET /api/asa/creatives',
    empty: /(?<!\d)0 pages|No custom product pages/,
  },
  {
    what: 'a page to report about',
    open: screen(`${tools}/cpp/reports`),
    call: 'GET /api/asa/creatives',
    reveal: () => openPicker('Page'),
    empty: /No name matches|No custom product pages/,
  },
  {
    what: 'creations',
    open: screen(`${tools}/discovery/filter`),
    call: 'GET /api/asa/creations',
    reveal: () => press('Jobs'),
    empty: /Nothing has been created yet/,
    failed: /The list could not be loaded/,
  },
  {
    what: 'decisions of a run',
    open: rule('/7?app=1'),
    call: `GET ${rulesPath}/verdicts`,
    empty: /No bid of these keywords|No run yet|no keyword|none reached|0 reached/i,
  },
  {
    what: 'changes of bids',
    open: rule('/7?app=1'),
    call: 'GET /api/asa/changes',
    empty: /No bid of these keywords/,
    failed: /The bids could not be loaded/,
  },
  {
    what: 'a decision about a keyword',
    open: rule(`?app=1&panel=why&key=${encodeURIComponent(completed.key)}`),
    call: `GET ${rulesPath}/verdicts`,
    empty: /has no decision about|No rule covers/,
  },
];
const drawn = () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
const refused: StandInResponse = () => failure(400, 'It was refused.', 'bad_request');

describe('what is not known yet is not called empty', () => {
  for (const { what, open, call, reveal, empty, failed } of cases) {
    it.each([
      ['awaited', never],
      ['refused', refused],
    ] as const)(`${what}, %s`, async (state, answer) => {
      const { server } = await open({ [call]: answer, [`POST ${rulesPath}/dry_run`]: dryRunResponse([]) });
      const [method, path] = call.split(' ');
      await expect
        .poll(() => server.calls.some((call) => call.method === method && call.url.pathname === path))
        .toBe(true);
      await expect.element(page.getByRole('main')).toBeVisible();
      await reveal?.();
      if (state === 'refused') await expect.element(page.getByText(failed ?? /It was refused/).first()).toBeVisible();
      else await drawn();
      expect(document.body.textContent).not.toMatch(empty);
    });
  }
});

it('says of search terms that were never read that they are not, and where the target is beside its label', async () => {
  const unread = searchTermsResponse([], { as_of: null });
  await screen(`${tools}/discovery/filter`)({ 'GET /api/asa/filter_discovery': unread });
  await expect.element(page.getByRole('heading', { name: 'Search terms have not been read yet' })).toBeVisible();
  expect(document.body.textContent).not.toMatch(/No search terms to decide|0 terms/);
  const target = page.getByRole('combobox', { name: 'Add to' });
  await expect.element(target).toHaveAttribute('placeholder', 'Choose a campaign');
});
