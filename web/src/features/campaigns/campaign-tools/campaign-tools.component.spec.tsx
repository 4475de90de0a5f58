import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { creationsResponse } from '../../../testing/fixtures/creation-fixtures.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, type StandInCall } from '../../../testing/stand-in-server.ts';

const campaigns = [
  { id: 501, name: 'US Brand', status: 'RUNNING' },
  { id: 502, name: 'JP Discovery', status: 'RUNNING' },
];
const open = (path = '', options: ScreenOptions = {}) =>
  openScreen(`/client/management/tools${path}`, {
    ...options,
    responses: {
      'GET /api/asa/creations': creationsResponse(),
      'GET /api/asa/campaign_names': { status: 'ok', campaigns },
      ...options.responses,
    },
  });

const box = (name: string | RegExp) =>
  page.getByRole('textbox', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const lastWrite = (calls: readonly StandInCall[]) => writesOf(calls).at(-1)?.body as Record<string, unknown>;
/** What the server answers while it works. */
const begun = ({ body }: StandInCall) => ({
  status: 'ok',
  request_id: (body as { request_id: string }).request_id,
  campaign_id: 901,
  offset: 0,
  total: 2,
});

async function chooseCountries(...names: string[]): Promise<void> {
  await page.getByRole('button', { name: /^Countries/ }).click();
  for (const name of names) {
    await page.getByRole('searchbox', { name: 'Search countries' }).fill(name);
    await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).click();
  }
  await button('Done').click();
}

describe('Create SKAG campaign', () => {
  it('is filled in by keys, names what is missing beside the field, keeps the draft, and is sent once', async () => {
    const { server, address, reload } = await open('?app=1&org=40');
    await expect.element(page.getByRole('heading', { name: 'SKAG Campaigns' })).toBeVisible();
    await expectAccessible('the cards');
    await expect
      .element(page.getByRole('link', { name: 'More info about SKAG Campaigns' }))
      .toHaveAttribute('href', '/skag#skag');
    await tabTo(/^CreateOne ad group/);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Create SKAG campaign' })).toHaveFocus();
    expect(address()).toBe('/client/management/tools/skag/create?app=1&org=40');

    await button('Create campaign').click();
    await expect.element(box('Name')).toHaveFocus();
    for (const text of ['Name is required', 'Select at least one country', 'Daily budget is required'])
      await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(page.getByText('Enter at least one keyword')).toBeVisible();
    await expectAccessible('the form with errors', 'aside');
    expect(writesOf(server.calls)).toEqual([]);

    await userEvent.keyboard('GB · SKAG');
    await chooseCountries('United Kingdom', 'Ireland');
    await box(/^Daily budget/).fill('$120');
    await box(/^CPT/).fill('0.90');
    await box('Keywords').fill('sleep sounds\nrain, calm ; music\nRain');
    await box(/^Negative keywords/).fill('free\nrain');
    await expect.element(page.getByText('4, 1 repeats another, 1 cannot be used')).toBeVisible();
    await expect
      .element(page.getByText(/2 ad groups after Fix it, opening bid 0.90, at most 120.00 a day/))
      .toBeVisible();

    // Nothing is sent while an entry cannot be used.
    await button('Create campaign').click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('1 keywords and 1 negative keywords cannot be used');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Would block the keyword "rain"');
    await expect.element(button('Fix it')).toHaveFocus();
    await expectAccessible('bad keywords', 'aside');
    await userEvent.keyboard('{Enter}');
    await expect.element(box('Keywords')).toHaveFocus();
    await expect.element(box('Keywords')).toHaveValue('sleep sounds\nrain\nRain');
    await expect.element(box(/^Negative keywords/)).toHaveValue('free');
    await expect.element(page.getByText('2 entries were removed')).toBeVisible();
    expect(writesOf(server.calls)).toEqual([]);

    await reload();
    await expect.element(box('Name')).toHaveValue('GB · SKAG');
    await expect.element(page.getByRole('button', { name: 'Countries: United Kingdom, Ireland' })).toBeVisible();

    server.setResponse(
      'POST /api/asa/skag_campaign',
      failure(400, 'A campaign with this name already exists', 'invalid_request'),
    );
    await button('Create campaign').click();
    await expect.element(box('Name')).toHaveFocus();
    await expect.element(box('Name')).toHaveAccessibleDescription('A campaign with this name already exists');
    await box('Name').fill('GB · SKAG · Sleep');

    // The answer is lost; the same form sent again is the same request.
    server.setResponse('POST /api/asa/skag_campaign', failure(502, ''));
    await button('Create campaign').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Too many requests on a server');
    const lost = lastWrite(server.calls);
    server.setResponse('POST /api/asa/skag_campaign', begun);
    await button('Create campaign').click();
    await expect.element(page.getByRole('heading', { name: 'Create SKAG campaign' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: /^Create One ad group/ })).toHaveFocus();
    const sent = writesOf(server.calls).map(({ body }) => body as Record<string, unknown>);
    const { request_id, ...body } = lost;
    expect(body).toEqual({
      application_id: 1,
      asa_organization_id: 40,
      name: 'GB · SKAG · Sleep',
      countries: ['GB', 'IE'],
      daily_budget_amount: '120',
      budget_amount: null,
      cpt: '0.90',
      cpa: null,
      devices: null,
      audience: null,
      automation_enabled: true,
      keywords: ['sleep sounds', 'rain', 'Rain'],
      negative_keywords: ['free'],
    });
    expect(sent.filter((request) => request.request_id === request_id && request.offset === undefined).at(-1)).toEqual(
      lost,
    );
    expect(sent[0]?.request_id).not.toBe(request_id);
    await page.getByRole('link', { name: /^Create One ad group/ }).click();
    await expect.element(box('Name')).toHaveValue('');
  });
});

describe('other forms', () => {
  it('bad keywords of the server are taken out exactly, and the campaign is asked for', async () => {
    const { server } = await open('/skag/add', { theme: 'dark' });
    await button('Add keywords').click();
    await expect.element(page.getByText('Campaign is required')).toBeVisible();
    await expect.element(page.getByText('No keywords chosen')).toBeVisible();
    await page.getByRole('combobox', { name: 'Campaign' }).click();
    await page.getByRole('option', { name: 'US Brand' }).click();
    await box('Keywords').fill('rain sounds\nsnow');
    await box(/^CPT/).fill('1');
    const reasons = [
      { list: 'keywords', text: 'snow', message: 'Blocked by a negative keyword of this campaign', code: 'blocked' },
    ];
    server.setResponse(
      'POST /api/asa/skag_campaign/keyword',
      Response.json(
        {
          status: 'error',
          code: 'bad_keywords',
          error_message: '1 keywords and 0 negative keywords cannot be used',
          details: { keywords: ['snow'], negativeKeywords: [], reasons },
        },
        { status: 422 },
      ),
    );
    await button('Add keywords').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Blocked by a negative keyword of this campaign');
    await expectAccessible('refused by the server', 'aside');
    await button('Fix it').click();
    await expect.element(box('Keywords')).toHaveValue('rain sounds');
    const end = { status: 'ok', campaign_id: 501, created: 1, skipped: 0, duplicates: 0 };
    server.setResponse('POST /api/asa/skag_campaign/keyword', ({ body }: StandInCall) => ({
      ...end,
      request_id: (body as { request_id: string }).request_id,
    }));
    await button('Add keywords').click();
    await expect.element(page.getByText('Keywords successfully added')).toBeVisible();
    expect(lastWrite(server.calls)).toMatchObject({ campaign_id: 501, keywords: ['rain sounds'], cpt: '1', cpa: null });
    await expect.element(button('Open in Reports')).toBeVisible();
  });

  it('a template is chosen or dropped, re-encoded, and its bad lines are listed', async () => {
    const { server } = await open('/skag/template', { width: 390, height: 844 });
    await button('Create campaigns').click();
    await expect.element(page.getByText('Choose a .csv file')).toBeVisible();
    const choose = (file: File) => userEvent.upload(page.getByTestId('template-file'), file);
    await choose(new File(['x'], 'a.xlsx'));
    await expect.element(page.getByText('The template must be a .csv file')).toBeVisible();
    const text = 'campaign,keyword\r\nUS,rain\r\n';
    await choose(new File([new Uint16Array([0xfeff, ...[...text].map((letter) => letter.charCodeAt(0))])], 'list.csv'));
    await expect.element(page.getByRole('button', { name: 'Template: list.csv, choose another' })).toBeVisible();
    const lines = [{ line: 2, column: 'cpt', value: '', message: 'CPT is required' }];
    server.setResponse(
      'POST /api/asa/skag_campaign_bulk',
      Response.json(
        { status: 'error', code: 'bad_template', error_message: 'The template has errors in 1 lines', lines },
        { status: 422 },
      ),
    );
    await button('Create campaigns').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The template has errors in 1 lines');
    await expect.element(page.getByRole('row', { name: '2 cpt CPT is required' })).toBeVisible();
    expect(lastWrite(server.calls)).toMatchObject({ template: text });
    await expectAccessible('lines with errors', 'aside');
    expectFits();
    await page.getByRole('tab', { name: 'One campaign' }).click();
    await expect.element(box('Name')).toBeVisible();
    expectFits();
  });

  it('Discovery asks for keywords or Search Match, and whom to bill where the organization pays on account', async () => {
    const onAccount = sessionResponse(account(), [application({ paymentModel: 'LOC' })]);
    const { server } = await open('/discovery/create', { responses: { 'GET /api/account': onAccount } });
    await page.getByRole('checkbox', { name: /^Search Match/ }).click();
    await button('Create campaign').click();
    await expect.element(page.getByText('Enter at least one keyword or turn on Search Match')).toBeVisible();
    await expect.element(page.getByText('Buyer name is required')).toBeVisible();
    await expect.element(page.getByText('Billing contact email is required')).toBeVisible();
    await expectAccessible('discovery', 'aside');
    await box('Name').fill('US Discovery');
    await chooseCountries('Japan');
    await box(/^Daily budget/).fill('50');
    await box(/^CPT/).fill('0.50');
    await page.getByRole('checkbox', { name: /^Search Match/ }).click();
    await box('Buyer name').fill('Ann');
    await box('Buyer email').fill('ann@moonvale.example');
    await box('Billing contact email').fill('bills@moonvale.example');
    server.setResponse('POST /api/asa/discovery_campaign', begun);
    await button('Create campaign').click();
    await expect
      .poll(() => lastWrite(server.calls))
      .toMatchObject({
        search_match: true,
        automation_enabled: true,
        keywords: [],
        countries: ['JP'],
        locInvoiceDetails: {
          buyerName: 'Ann',
          buyerEmail: 'ann@moonvale.example',
          billingContactEmail: 'bills@moonvale.example',
        },
      });
  });

  it('Add keywords to Discovery offers discovery campaigns first', async () => {
    await open('/discovery/add');
    await page.getByRole('combobox', { name: 'Campaign' }).click();
    await expect.element(page.getByRole('option').first()).toHaveTextContent('JP Discovery');
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(page.getByRole('heading', { name: 'Add keywords to Discovery' })).not.toBeInTheDocument();
  });
});

describe('what is missing', () => {
  it.each([
    ['no application', [], 'Please create your first applicaiton to start using Tapwise'],
    [
      'not integrated',
      [application({ asa_integration: 'not_integrated', asaOrganizations: [] })],
      'Please integrate the search-ads service for this application in Settings',
    ],
    ['no organization', [application({ asaOrganizations: [] })], 'Select Application and Organization first'],
  ])('%s', async (_, applications, text) => {
    await open('/skag/create', { responses: { 'GET /api/account': sessionResponse(account(), applications) } });
    await expect.element(page.getByRole('heading', { name: text })).toBeVisible();
    expect(document.querySelector('aside')).toBeNull();
  });

  it('access to creating', async () => {
    const restricted = sessionResponse(account({ access: 'restricted' }), [application()]);
    const { server } = await open('', { responses: { 'GET /api/account': restricted } });
    await expect.element(page.getByText('Your access does not include creating campaigns.')).toBeVisible();
    expect(server.calls.some(({ url }) => url.pathname === '/api/asa/creations')).toBe(false);
  });
});
