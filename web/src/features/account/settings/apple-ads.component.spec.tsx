import type { Account } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import {
  account,
  appleAdsConnection,
  appleAdsResponse,
  application,
  sessionResponse,
} from '../../../testing/fixtures/fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { tabTo } from '../../../testing/keys.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { settled } from '../../../testing/settled.ts';
import { failure, never } from '../../../testing/stand-in-server.ts';

const notShown = 'Apple Ads does not show us this account. Please add our key. Campaigns keep running either way.';
const which = 'Which Apple Ads account is this?';
const ended =
  'Apple has switched off the old interface. Your campaigns run on in Apple Ads; we cannot see or change them until you connect again.';
const readOnly = 'Our user may read but not change this account. Give it the role API Account Manager.';
const publicKey = `-----BEGIN PUBLIC KEY-----\n${'A'.repeat(64)}\n${'B'.repeat(60)}\n-----END PUBLIC KEY-----\n`;

const linked = (organization_id: number, name: string, overrides: object = {}) => ({
  organization_id,
  name,
  currency: 'USD',
  time_zone: 'UTC',
  state: 'working' as const,
  binding: 'proven' as const,
  message: null,
  ...overrides,
});
const disconnected = { state: 'standing' as const };
const unconnected = { ...disconnected, binding: 'credentials' as const, message: notShown };
const undecided = { ...disconnected, binding: 'choose' as const, message: which };
const withOrganizations = (organizations: ReturnType<typeof linked>[], person: Partial<Account> = {}) =>
  sessionResponse(account(person), [application({ asaOrganizations: organizations })]);
const unproven = appleAdsConnection({
  ...unconnected,
  ad_account_id: null,
  v1_org_id: null,
  proven_by: null,
  proven_at: null,
});

const open = (session: object, connections: object, options: ScreenOptions = {}) =>
  openScreen('/client/settings', {
    ...options,
    responses: { 'GET /api/account': session, 'GET /api/application/apple_ads': connections, ...options.responses },
  });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const row = (id: number) => page.elementLocator(document.querySelector(`[data-organization="${id}"]`) ?? document.body);
const details = () => button('Details: Moonvale Apps (40)');
const box = (name: string) => page.getByRole('textbox', { name });

describe('the organizations of an application', () => {
  it('say in their rows how each is connected, before anything more is asked for', async () => {
    const organizations = [
      linked(40, 'Moonvale Apps'),
      linked(41, 'Second', { message: readOnly }),
      linked(42, 'Third', { ...disconnected, binding: 'pending' }),
      linked(43, 'Fourth', undecided),
      linked(44, 'Fifth', unconnected),
      linked(45, 'Sixth', { ...disconnected, message: ended }),
    ];
    const { server } = await open(withOrganizations(organizations), appleAdsResponse([]));
    await expect.element(row(40)).toHaveTextContent(/Organization 40Connected/);
    await expect.element(row(41)).toHaveTextContent(`${readOnly}Read only`);
    await expect.element(row(42)).toHaveTextContent(/We are looking for this account.*Looking/);
    await expect.element(row(43)).toHaveTextContent(`${which}Choose account`);
    await expect.element(row(44)).toHaveTextContent(`${notShown}Not connected`);
    await expect.element(row(45)).toHaveTextContent(`${ended}Not connected`);
    const integration = document.querySelector('[data-integration="ads"]');
    expect(integration?.textContent).toContain('Needs attention');
    expect(server.calls.map(({ url }) => url.pathname)).not.toContain('/api/application/apple_ads');
    await expectAccessible('the rows', '[aria-label="Apple Ads accounts of Moonvale"]');
  });

  it('are not there before one is linked', async () => {
    await open(withOrganizations([]), appleAdsResponse([]));
    await expect.element(page.getByText('Apple Ads', { exact: true })).toBeVisible();
    expect(page.getByRole('list', { name: /^Apple Ads accounts/ }).elements()).toEqual([]);
  });

  it('show account, proof, access and history, and say meanwhile that they are read; what is below stays', async () => {
    let respond: (response: object) => void = () => undefined;
    const response = new Promise<object>((resolve) => {
      respond = resolve;
    });
    const { server } = await open(withOrganizations([linked(40, 'Moonvale Apps')]), () => response);
    await details().click();
    const panel = page.getByRole('region', { name: 'Moonvale Apps (40)' });
    await expect.element(panel.getByRole('status')).toHaveTextContent('Loading...');
    const below = () => document.querySelector('[data-integration="store"]')?.getBoundingClientRect().top;
    const before = below();
    respond(appleAdsResponse([appleAdsConnection()]));
    await expect.element(panel).toHaveTextContent('Account52000111, in Apple organization 52000100');
    expect(below()).toBe(before);
    await expect.element(panel).toHaveTextContent(/ProofYour campaigns were found in it, .*2026/);
    await expect.element(panel).toHaveTextContent('AccessOur API user');
    await panel.getByText('History').click();
    await expect.element(panel.getByRole('listitem')).toHaveTextContent('Connected to account 52000111');
    const call = server.calls.find(({ url }) => url.pathname === '/api/application/apple_ads');
    expect(call?.url.searchParams.get('application_id')).toBe('1');
    await expectAccessible('details');
    await details().click();
    await expect.element(panel).not.toBeInTheDocument();
  });

  it('say why they cannot be read and are read again on request, and say when Apple does not answer', async () => {
    const session = withOrganizations([linked(40, 'Moonvale Apps')]);
    const { server } = await open(session, () => failure(500, 'Broken', 'internal'));
    await details().click();
    // A row is found by what it says when it is looked for: only once that stays.
    await expect.element(page.getByText('The connection could not be read')).toBeVisible();
    await expect.element(row(40).getByRole('alert')).toHaveTextContent('The connection could not be read');
    server.setResponse('GET /api/application/apple_ads', appleAdsResponse([appleAdsConnection()], { state: 'away' }));
    await row(40).getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByText(/^Apple Ads does not answer right now/)).toBeVisible();
    await expect.element(page.getByText('Our API user', { exact: true })).toBeVisible();
    expect(row(40).getByRole('alert').elements()).toEqual([]);
  });
});

describe('own API access', () => {
  it('is set up with keys: the key is copied, three values are checked, refused in words, and used', async () => {
    const { server } = await open(
      withOrganizations([linked(40, 'Moonvale Apps', unconnected)]),
      appleAdsResponse([unproven]),
      {
        responses: { 'POST /api/application/apple_ads/key': { status: 'ok', public_key: publicKey } },
      },
    );
    await tabTo('Details: Moonvale Apps (40)');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Not found yet')).toBeVisible();
    await tabTo('Set up own access');
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Own API access, Moonvale Apps (40)' });
    await expect.element(dialog.getByText('BEGIN PUBLIC KEY')).toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toEqual({ application_id: 1, asa_organization_id: 40 });
    await expect.element(dialog.getByRole('button', { name: 'Copy: Public key' })).toBeVisible();
    await tabTo(/^Client ID/);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('Client ID is required')).toBeVisible();
    await expect.element(box('Client ID')).toHaveFocus();
    await userEvent.keyboard('SEARCHADS.client 1');
    await expect.element(dialog.getByText('Only letters, digits, dots, dashes and underscores')).toBeVisible();
    await box('Client ID').fill(' SEARCHADS.client-1 ');
    await box('Team ID').fill('SEARCHADS.team-1');
    await box('Key ID').fill('key-1');
    await expectAccessible('own access', '[role="dialog"]');
    const refused =
      'Apple did not accept this access. Please compare the three values, and check that the public key is the one that was uploaded.';
    const call = 'POST /api/application/apple_ads/credentials';
    server.setResponse(call, () => failure(422, refused, 'refused'));
    await button('Check and use').click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(refused);
    // A long sentence wraps.
    const content = () => dialog.element().querySelector('.fui-DialogContent');
    await expect.poll(() => content()?.scrollWidth).toBe(content()?.clientWidth);
    server.setResponse(call, () => failure(503, 'This is not available right now.', 'unavailable'));
    await button('Check and use').click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Nothing was changed; please try again');
    const connection = appleAdsConnection({ credentials: 'own' });
    server.setResponse('GET /api/account', withOrganizations([linked(40, 'Moonvale Apps')]));
    server.setResponse('GET /api/application/apple_ads', appleAdsResponse([connection]));
    server.setResponse(call, { status: 'ok', connection });
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Apple accepted the key; it is used from now on')).toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toEqual({
      application_id: 1,
      asa_organization_id: 40,
      client_id: 'SEARCHADS.client-1',
      team_id: 'SEARCHADS.team-1',
      key_id: 'key-1',
    });
    await expect.element(row(40)).toHaveTextContent('Connected');
    await expect.element(row(40)).toHaveTextContent('AccessOwn API access');
    await expect.element(button('Change own access')).toHaveFocus();
  });

  it('offers another key on request, and says when none could be made', async () => {
    const connected = appleAdsConnection({ credentials: 'own' });
    const { server } = await open(withOrganizations([linked(40, 'Moonvale Apps')]), appleAdsResponse([connected]), {
      responses: { 'POST /api/application/apple_ads/key': () => failure(500, 'Broken', 'internal') },
    });
    await details().click();
    await button('Change own access').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The key could not be made');
    server.setResponse('POST /api/application/apple_ads/key', { status: 'ok', public_key: publicKey });
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect.element(dialog.getByText('BEGIN PUBLIC KEY')).toBeVisible();
    server.setResponse('POST /api/application/apple_ads/key', {
      status: 'ok',
      public_key: publicKey.replaceAll('A'.repeat(64), 'C'.repeat(64)),
    });
    await dialog.getByRole('button', { name: 'Make another key' }).click();
    await expect.element(dialog.getByText('C'.repeat(64))).toBeVisible();
    expect(writesOf(server.calls).at(-1)?.body).toEqual({ application_id: 1, asa_organization_id: 40, replace: true });
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Change own access')).toHaveFocus();
  });

  it('keeps its height while the key is made', async () => {
    const session = withOrganizations([linked(40, 'Moonvale Apps')]);
    const { server } = await open(session, appleAdsResponse([appleAdsConnection()]), {
      responses: { 'POST /api/application/apple_ads/key': never },
    });
    await details().click();
    await button('Set up own access').click();
    await expect.element(page.getByRole('region', { name: 'Public key' })).toHaveTextContent('Loading...');
    const height = async () => {
      await settled();
      return document.querySelector('[role="dialog"]')?.getBoundingClientRect().height ?? 0;
    };
    const before = await height();
    expect(before).toBeGreaterThan(0);
    await userEvent.keyboard('{Escape}');
    server.setResponse('POST /api/application/apple_ads/key', { status: 'ok', public_key: publicKey.trim() });
    await button('Set up own access').click();
    await expect.element(page.getByText('BEGIN PUBLIC KEY')).toBeVisible();
    expect(await height()).toBe(before);
  });
});

describe('one of several accounts', () => {
  const candidates = [
    { ad_account_id: 52000111, name: 'Calm Tones' },
    { ad_account_id: 52000112, name: 'Calm Tones' },
  ];
  const choosing = appleAdsConnection({ ...unproven, ...undecided, candidates });

  it('is chosen by name and number, refused in words, and connected', async () => {
    const session = withOrganizations([linked(40, 'Moonvale Apps', undecided)]);
    const { server } = await open(session, appleAdsResponse([choosing]));
    await details().click();
    await button('Use this account').click();
    await expect.element(page.getByText('Choose an account', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('radio', { name: 'Calm Tones (52000111)' })).toHaveFocus();
    await expectAccessible('choosing', '[data-organization="40"]');
    await page.getByRole('radio', { name: 'Calm Tones (52000112)' }).click();
    const call = 'POST /api/application/apple_ads/account';
    const refused = 'This account does not hold the campaigns that we know of this organization.';
    server.setResponse(call, () => failure(422, refused, 'refused'));
    await button('Use this account').click();
    await expect.element(row(40).getByRole('alert')).toHaveTextContent(refused);
    const connection = appleAdsConnection({ ad_account_id: 52000112, proven_by: 'person' });
    server.setResponse('GET /api/account', withOrganizations([linked(40, 'Moonvale Apps')]));
    server.setResponse('GET /api/application/apple_ads', appleAdsResponse([connection]));
    server.setResponse(call, { status: 'ok', connection });
    await button('Use this account').click();
    await expect.element(page.getByText('The account is connected')).toBeVisible();
    await expect.element(row(40)).toHaveTextContent('Account52000112');
    await expect.element(row(40)).toHaveTextContent('Your team chose it');
    expect(page.getByRole('form', { name: which }).elements()).toEqual([]);
    expect(writesOf(server.calls).at(-1)?.body).toMatchObject({ ad_account_id: 52000112 });
  });

  it('is for admins to choose; others read why not, and a restricted member nothing of it', async () => {
    const organizations = [linked(40, 'Moonvale Apps', undecided)];
    const { server, reload } = await open(
      withOrganizations(organizations, { access: 'member' }),
      appleAdsResponse([choosing]),
    );
    await details().click();
    for (const name of ['Use this account', 'Set up own access']) {
      await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
      await expect.element(button(name)).toHaveAttribute('title', 'Only admins can do this');
      (button(name).element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
    }
    expect(writesOf(server.calls)).toEqual([]);
    expect(page.getByRole('dialog').elements()).toEqual([]);
    server.setResponse('GET /api/account', withOrganizations(organizations, { demo: true }));
    await reload();
    await details().click();
    await expect.element(button('Set up own access')).toHaveAttribute('title', "You're on a demo account.");
    server.setResponse('GET /api/account', withOrganizations(organizations, { access: 'restricted' }));
    await reload();
    await expect.element(details()).toHaveAttribute('title', 'Your role can only read reports.');
    (details().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(page.getByRole('region', { name: 'Moonvale Apps (40)' }).elements()).toEqual([]);
    await expectAccessible('a restricted member');
  });
});

it('the details fit a phone', async () => {
  const session = withOrganizations([linked(40, 'Moonvale Apps', unconnected)]);
  await open(session, appleAdsResponse([unproven]), { width: 390, height: 844 });
  await details().click();
  await expect.element(page.getByText('Not found yet')).toBeVisible();
  await expectAccessible('on a phone', '[data-organization="40"]');
  expectFits();
});
