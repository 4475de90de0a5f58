import { generateKeyPairSync } from 'node:crypto';
import { adamIdFromUrl, applicationDecider, applicationStream, teamAppStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { happened, linkOrganization } from '../../../tests/support/facts/ads-world.ts';
import { asTest } from '../../../tests/support/facts/settings.ts';
import { type ApiService, startApi } from '../../../tests/support/services/api-service.ts';
import { keepStorePassword } from './commands/set-store-password.command.ts';

const keyOn = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const storeKeys = {
  issuer_id: '57246542-96fe-1a63-e053-0824d011072a',
  key_id: '2X9R4HXF34',
  vendor_number: '80012345',
  private_key: keyOn('prime256v1'),
};
const otherCurve = keyOn('secp384r1');

let api: ApiService;
let token: string;
let owner: Awaited<ReturnType<ApiService['signUp']>>;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
  ({ token } = owner);
});
afterAll(() => api.stop());

const moonvale = { name: 'Moonvale', url: 'https://apps.apple.com/us/app/moonvale/id1500000001?mt=8' };
/** A team has each app once. */
let apps = 1500000001;
const anotherApp = () => {
  apps += 1;
  return { name: 'Moonvale', url: `https://apps.apple.com/us/app/moonvale/id${apps}` };
};

async function create(body: object = anotherApp()): Promise<number> {
  const response = await api.call('POST', '/api/application', { token, body });
  expect(response).toMatchObject({ status: 200, body: { status: 'ok' } });
  return Number(response.body.application_id);
}

async function application(id: number): Promise<unknown> {
  const { body } = await api.call('GET', '/api/account', { token });
  return (body.applications as { id: number }[]).find((entry) => entry.id === id);
}

describe('applications', () => {
  it('are created in US dollars with nothing integrated, and read back at once', async () => {
    const id = await create(moonvale);
    expect(await application(id)).toMatchObject({
      id,
      name: 'Moonvale',
      adam_id: 1500000001,
      currency: 'USD',
      small_business: false,
      asa_integration: 'not_integrated',
      asc_integration: 'not_integrated',
      asc_notifications_integration: 'not_integrated',
      sdk_integration: 'not_integrated',
      asaOrganizations: [],
      paymentModel: null,
      locInvoiceDetails: null,
      first_sdk_event_date: null,
      api_key: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
  });

  it.each([
    [{}, 'Please input app name'],
    [{ name: '  ', url: moonvale.url }, 'Please input app name'],
    [{ name: 'Moonvale' }, 'Please input app store url'],
    [{ ...moonvale, url: 'https://apps.apple.com/' }, /^Please enter the address of your app in the App Store$/],
    [{ ...moonvale, url: 'https://apps.apple.com.example.com/app/id7' }, /address of your app in the App Store$/],
    [{ ...moonvale, url: 'javascript://apps.apple.com/app/id7' }, /address of your app in the App Store$/],
    [{ ...moonvale, currency: 'XXX' }, /currency/],
    [{ ...moonvale, currency: 5 }, /currency/],
    [{ ...moonvale, color: 'red' }, /"color" is not known/],
    [{ ...moonvale, account_id: 17 }, /"account_id" is not known/],
  ])('are not created from %j, and no number is used up', async (body, message) => {
    const before = await create();
    const response = await api.call('POST', '/api/application', { token, body });
    expect(response).toMatchObject({
      status: 400,
      body: { status: 'error', error_message: expect.stringMatching(message) },
    });
    expect(await create()).toBe(before + 1);
  });

  it('go through their integrations as they are set up', async () => {
    const id = await create({ ...anotherApp(), currency: 'EUR', small_business: true });
    const post = (path: string, body: object) =>
      api.call('POST', `/api/application/${path}`, { body: { token, application_id: id, ...body } });
    expect((await post('asa_account_name', { asa_account_name: ' Moonvale Apps ' })).status).toBe(200);
    expect((await post('appstorepassword', { password: 's3cret of the store' })).status).toBe(200);
    expect((await post('sdk_integration', {})).status).toBe(200);
    const settings = await post('settings', { small_business: false });
    expect(settings.position).toBeGreaterThan(0n);
    expect(await application(id)).toMatchObject({
      currency: 'EUR',
      small_business: false,
      asa_account_name: 'Moonvale Apps',
      asa_integration: 'invitation_sent',
      asc_notifications_integration: 'waiting_for_events',
      sdk_integration: 'waiting_for_events',
    });
  });

  it('are of an app that their team has once; another team may have it too', async () => {
    const body = { ...anotherApp(), name: 'First' };
    const post = (of: string, payload: object = body) =>
      api.call('POST', '/api/application', { token: of, body: payload });
    const responses = await Promise.all(Array.from({ length: 5 }, () => post(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await post(token, { ...body, url: `${body.url.replace('/us/', '/de/')}?l=en` })).toMatchObject({
      status: 409,
      body: { status: 'error', code: 'app_added', error_message: 'Your team has this app already.' },
    });
    expect((await post((await api.signUp()).token)).status).toBe(200);
  });

  it('are added by the next call when the process died after it had reserved the app', async () => {
    const { url } = anotherApp();
    const reserved = { team_id: owner.accountId, adam_id: adamIdFromUrl(url), application_id: 4_000_001 };
    await happened(api, teamAppStream(reserved.team_id, reserved.adam_id), { type: 'TeamAppReserved', data: reserved });
    expect(await create({ name: 'Moonvale', url })).toBe(reserved.application_id);
  });

  it.each([
    ['64 characters', 'x'.repeat(64), 200],
    ['words', 'two words', 200],
    ['65 characters', 'x'.repeat(65), 400],
    ['500 characters', 'x'.repeat(500), 400],
    ['a line break', 'two\nlines', 400],
    ['a character that nobody sees', 'two\u200bwords', 400],
  ])('take a shared secret of 1 to 64 printable characters: %s', async (_what, password, status) => {
    const id = await create();
    const response = await api.call('POST', '/api/application/appstorepassword', {
      token,
      body: { application_id: id, password },
    });
    expect(response).toMatchObject({ status, body: status === 200 ? {} : { code: 'store_password_invalid' } });
    const isSet = { asc_notifications_integration: status === 200 ? 'waiting_for_events' : 'not_integrated' };
    expect(await application(id)).toMatchObject(isSet);
  });

  it('keep the store password encrypted, and record the same one only once', async () => {
    const id = await create();
    await keepStorePassword(api.deps, asTest, id, 'the same secret');
    await keepStorePassword(api.deps, asTest, id, 'the same secret');
    const events = await api.log.readStream(applicationStream(id));
    expect(events.filter(({ event }) => event.type === 'StorePasswordSet')).toHaveLength(1);
    expect(JSON.stringify(events.map(({ event }) => event))).not.toContain('the same secret');
    const state = events.reduce(
      (folded, { event }) => applicationDecider.evolve(folded, event as never),
      applicationDecider.initialState(),
    );
    const cipher = state.status === 'open' ? (state.store_password ?? '') : '';
    expect(await api.deps.vault.decrypt(cipher)).toBe('the same secret');
  });

  it('keep the key of the sales reports encrypted; with the shared secret the connection is whole', async () => {
    const id = await create();
    const body = { token, application_id: id, ...storeKeys };
    const first = await api.call('POST', '/api/application/asc_credentials', { body });
    expect(first.status).toBe(200);
    expect(await application(id)).toMatchObject({ asc_integration: 'partially_integrated' });
    const again = await api.call('POST', '/api/application/asc_credentials', { body });
    expect(again.position).toBe(first.position);
    const events = await api.log.readStream(applicationStream(id));
    expect(JSON.stringify(events.map(({ event }) => event))).not.toContain('PRIVATE KEY');
    await keepStorePassword(api.deps, asTest, id, 'the secret');
    expect(await application(id)).toMatchObject({ asc_integration: 'integrated' });
  });

  it('show who was invoiced last for a campaign on account, which the log has encrypted only', async () => {
    const id = await create();
    const objects = { orgId: 77, campaignId: 771, adGroupId: 772, keywordId: 773 };
    await linkOrganization(api, { id, adamId: apps, accountId: owner.accountId }, objects);
    const organization = { org_id: 77, name: 'Moonvale', account_name: 'Moonvale', currency: 'USD', time_zone: 'UTC' };
    const at = api.deps.now().toISOString();
    const linked = { application_id: id, ...organization, payment_model: 'LOC', linked_at: at };
    await api.deps.directory.reached(
      await happened(api, applicationStream(id), { type: 'AdOrganizationLinked', data: linked }),
    );
    const invoice = { buyerName: 'Ann Weber', buyerEmail: 'ann@example.com', billingContactEmail: 'bills@example.com' };
    const body = {
      application_id: id,
      asa_organization_id: 77,
      name: 'US',
      countries: ['US'],
      daily_budget_amount: 20,
      cpt: 1,
      keywords: ['rain'],
      locInvoiceDetails: invoice,
    };
    expect((await api.call('POST', '/api/asa/skag_campaign', { token, body })).status).toBe(200);
    expect(await application(id)).toMatchObject({ paymentModel: 'LOC', locInvoiceDetails: invoice });
    const events = await api.log.readStream(applicationStream(id));
    expect(JSON.stringify(events.map(({ event }) => event))).not.toContain('bills@example.com');
  });

  it.each([
    ['asc_credentials', { ...storeKeys, issuer_id: ' ' }, 'Issuer ID is required'],
    ['asc_credentials', { ...storeKeys, key_id: undefined }, 'KEY ID is required'],
    ['asc_credentials', { ...storeKeys, private_key: '' }, 'API key file is required'],
    ['asc_credentials', { ...storeKeys, private_key: '', vendor_number: '' }, 'API key file is required'],
    ['asc_credentials', { ...storeKeys, vendor_number: '' }, /^Vendor number is required$/],
    ['asc_credentials', { ...storeKeys, vendor_number: '../etc' }, /not valid/],
    ['asc_credentials', { ...storeKeys, vendor_number: '1234' }, /not valid/],
    ['asc_credentials', { ...storeKeys, key_id: '2x9r4hxf34' }, /not valid/],
    ['asc_credentials', { ...storeKeys, issuer_id: '0'.repeat(36) }, /not valid/],
    ['asa_account_name', { asa_account_name: '' }, 'Error: account name is required'],
    ['appstorepassword', { password: '' }, /^Shared Secret is required$/],
    ['appstorepassword', {}, /^Shared Secret is required$/],
    ['settings', {}, /small_business/],
    ['settings', { small_business: 'yes' }, /small_business/],
    ['sdk_integration', { application_id: 1.5 }, /application_id/],
    ['sdk_integration', { application_id: '101' }, /application_id/],
  ])('refuse %s with %j', async (path, body, message) => {
    const id = await create();
    const response = await api.call('POST', `/api/application/${path}`, {
      token,
      body: { application_id: id, ...body },
    });
    expect(response).toMatchObject({ status: 400, body: { error_message: expect.stringMatching(message) } });
  });

  it.each(Object.entries(wrongKeyFiles()))('refuse as a key of the store %s', async (_what, private_key) => {
    const body = { application_id: await create(), ...storeKeys, private_key };
    const response = await api.call('POST', '/api/application/asc_credentials', { token, body });
    expect(response).toMatchObject({
      status: 400,
      body: { error_message: 'This file is not an App Store Connect API key.' },
    });
  });

  it('take a key with a byte order mark and blank lines around it', async () => {
    const body = { application_id: await create(), ...storeKeys, private_key: `\uFEFF\n${storeKeys.private_key}\n\n` };
    expect((await api.call('POST', '/api/application/asc_credentials', { token, body })).status).toBe(200);
  });
});

/** Files that are not what the store hands out, some of which libraries would take. */
function wrongKeyFiles(): Record<string, string> {
  const right = storeKeys.private_key;
  const p256 = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
  return {
    'any text': 'not a key',
    'a key behind 8 kB of blanks': `${' '.repeat(8192)}${right}`,
    'a file of 20 kB': `${right}${'x'.repeat(20_000)}`,
    'another curve': otherCurve,
    'a key of RSA': rsa.export(pkcs8).toString(),
    'a public key': p256.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    'an encrypted key': p256.privateKey.export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
    'a key with another label': p256.privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
    'two keys': `${right}\n${p256.privateKey.export(pkcs8).toString()}`,
    'half a key': right.slice(0, right.length / 2),
    'a key in one line': right.replaceAll('\n', '\\n'),
    'a key behind other words': `Bag Attributes\n${right}`,
    'a key as DER in base64': p256.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
}
