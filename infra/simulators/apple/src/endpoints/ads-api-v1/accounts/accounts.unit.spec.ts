import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { createCaller } from '../../../testing/ads-api-caller.ts';
import { control } from '../../../testing/control-calls.ts';
import { createPlatformCaller, type PlatformCaller, platformCaller } from '../../../testing/platform-caller.ts';

let simulator: Simulator;
let call: PlatformCaller;

beforeAll(async () => {
  simulator = await startSimulator({ startAt: Date.parse('2026-11-20T18:00:00Z'), scale: 0.05, historyMonths: 1 });
  call = await createPlatformCaller(simulator);
});
afterAll(() => simulator.stop());
afterEach(() => control(simulator, '/faults', { acls: 'all', revoked_clients: [], read_only: [], turned_basic: [] }));

interface Acl {
  readonly adAccount: { readonly id: number; readonly name: string; readonly orgId: number };
  readonly roles: readonly string[];
}
const acls = async (caller = call) => (await caller<{ acls: Acl[] }>('/acls')).body?.result?.acls ?? [];
const US = 40669820;
const JP = 40771010;

/** A caller with the key of an account's own API user. */
async function accountCaller(account: number): Promise<{ caller: PlatformCaller; clientId: string }> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const response = await fetch(`${simulator.url}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_user: { ad_account: account, public_key: key } }),
  });
  const user = (await response.json()) as { client_id: string; team_id: string; key_id: string };
  const secret = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: user.key_id })
    .setSubject(user.client_id)
    .setIssuer(user.team_id)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
  const parameters = { grant_type: 'client_credentials', client_id: user.client_id, client_secret: secret };
  const body = new URLSearchParams({ ...parameters, scope: 'searchadsorg' });
  const token = await fetch(`${simulator.url}/auth/oauth2/token`, { method: 'POST', body });
  const { access_token: text } = (await token.json()) as { access_token: string };
  return { caller: platformCaller(simulator, text), clientId: user.client_id };
}

describe('the accounts of the Platform API', () => {
  it('are the campaign groups of the older API under the same numbers, and four that it never knew', async () => {
    const older = await createCaller(simulator);
    const organizations = (await older('/acls')).body.data as { orgId: number; parentOrgId: number | null }[];
    const accounts = await acls();
    expect(accounts.slice(0, 3).map(({ adAccount }) => [adAccount.id, adAccount.orgId])).toEqual(
      organizations.map(({ orgId, parentOrgId }) => [orgId, parentOrgId ?? orgId]),
    );
    expect(accounts).toHaveLength(7);
    expect(accounts.map(({ roles }) => roles[0])).toContain('API Campaign Manager');
    const root = accounts.find(({ adAccount }) => adAccount.id === JP);
    expect(root?.adAccount.orgId).toBe(JP);
  });

  it('say currency, zone and features one by one, and only to a call in their context', async () => {
    const { body } = await call(`/ad-accounts/${JP}`, JP);
    expect(body?.result).toMatchObject({ currency: 'JPY', timezone: 'Asia/Tokyo', paymentModel: 'LOC' });
    expect(body?.result).toMatchObject({ systemStatus: 'ACTIVE', productFeatures: ['APPSTORE_APP_MANUAL'] });
    expect((await call(`/ad-accounts/${JP}`, US)).status).toBe(404);
    expect((await call(`/ad-accounts/${JP}`)).status).toBe(403);
    expect((await call('/orgs/40669800')).body?.result).toMatchObject({
      id: 40669800,
      timezone: 'America/Los_Angeles',
    });
    expect((await call('/me')).body?.result).toMatchObject({ orgId: 40669800 });
  });

  it('are of several kinds: automated, of maps, inactive, without features', async () => {
    const views = await Promise.all(
      [40669840, 40669850, 40669860, 40669870].map(async (id) => (await call(`/ad-accounts/${id}`, id)).body?.result),
    );
    expect(views).toMatchObject([
      { productFeatures: ['APPSTORE_APP_AUTOMATED'], timezone: 'UTC' },
      { productFeatures: ['BUSINESS_BRAND_MANUAL'] },
      { systemStatus: 'INACTIVE', systemStatusReasons: ['NO_PAYMENT_METHOD_ON_FILE'] },
      { systemStatus: 'ACTIVE' },
    ]);
    expect(views[3]).not.toHaveProperty('productFeatures');
    expect((await call('/campaigns/query', 40669840, {})).status).toBe(403);
    expect((await call('/campaigns/query', 40669870, {})).body?.result).toEqual([]);
    expect((await call('/campaigns/query', 40669850, {})).body?.result).toMatchObject([
      { promotedObjectType: 'BUSINESS_BRAND' },
    ]);
  });

  it('become Basic, and read-only, by a switch', async () => {
    await control(simulator, '/faults', { turned_basic: [US], read_only: [JP] });
    expect((await call('/campaigns/query', US, {})).status).toBe(403);
    expect((await call(`/ad-accounts/${US}`, US)).body?.result).toMatchObject({
      productFeatures: ['APPSTORE_APP_AUTOMATED'],
    });
    const roles = (await acls()).find(({ adAccount }) => adAccount.id === JP)?.roles;
    expect(roles).toEqual(['API Account Read Only']);
  });

  it('are those of one organization, or none, for the provider, by a switch', async () => {
    await control(simulator, '/faults', { acls: 'one_org' });
    expect(new Set((await acls()).map(({ adAccount }) => adAccount.orgId))).toEqual(new Set([40669800]));
    expect((await call('/campaigns/query', JP, {})).status).toBe(403);
    await control(simulator, '/faults', { acls: 'empty' });
    expect(await acls()).toEqual([]);
  });

  it("are seen with an account's own key, and only this one, whatever the provider sees", async () => {
    await control(simulator, '/faults', { acls: 'one_org' });
    const { caller, clientId } = await accountCaller(JP);
    expect((await acls(caller)).map(({ adAccount }) => adAccount.id)).toEqual([JP]);
    expect((await caller('/campaigns/query', JP, {})).status).toBe(200);
    expect((await caller('/campaigns/query', US, {})).status).toBe(403);
    await control(simulator, '/faults', { revoked_clients: [clientId] });
    expect((await caller('/acls')).status).toBe(401);
  });

  it('take no key that is none', async () => {
    const refused = control(simulator, '/control', { api_user: { ad_account: JP, public_key: 'none' } });
    await expect(refused).rejects.toThrow();
  });
});
