import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator.ts';
import { clientSecret, createCaller, requestToken } from '../../testing/ads-api-caller.ts';

const ORG = 40669820;
const startAt = Date.parse('2026-11-20T18:00:00Z');
let simulator: Simulator;
let call: Awaited<ReturnType<typeof createCaller>>;

beforeAll(async () => {
  simulator = await startSimulator({ startAt, scale: 0.2 });
  call = await createCaller(simulator);
});

afterAll(() => simulator.stop());

const field = (value: unknown, name: string): unknown => (value as Record<string, unknown>)[name];
const list = (value: unknown): readonly unknown[] => value as readonly unknown[];

describe('token endpoint', () => {
  it('takes a right request as form and as query', async () => {
    for (const asQuery of [false, true]) {
      const response = await requestToken(simulator, {}, asQuery);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'searchadsorg' });
    }
  });

  it.each([
    ['invalid_client', { client_id: 'SEARCHADS.someone-else' }],
    ['invalid_client', { client_secret: 'not.a.jwt' }],
    ['unsupported_grant_type', { grant_type: 'password' }],
    ['invalid_scope', { scope: 'everything' }],
    ['invalid_request', { client_secret: '' }],
  ])('refuses with %s: %o', async (error, changed) => {
    const response = await requestToken(simulator, changed);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error });
  });

  it.each([
    ['a foreign audience', { audience: 'https://example.com' }],
    ['a life over 180 days', { life: '181d' }],
    ['an expired one', { life: '-1m' }],
    ['an unknown key', { kid: 'other' }],
    ['a foreign subject', { subject: 'SEARCHADS.other' }],
  ])('refuses a client secret with %s', async (_what, claims) => {
    const response = await requestToken(simulator, { client_secret: await clientSecret(simulator, claims) });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_client' }),
    ]);
  });
});

describe('context', () => {
  it('lists the organizations without a context header', async () => {
    const { status, body } = await call('/acls');
    expect(status).toBe(200);
    expect(
      list(body.data).map((org) => [field(org, 'displayName'), field(org, 'currency'), field(org, 'timeZone')]),
    ).toEqual([
      ['Moonvale Apps', 'USD', 'America/Los_Angeles'],
      ['Moonvale Apps', 'EUR', 'Europe/Berlin'],
      ['Ledgerly', 'JPY', 'Asia/Tokyo'],
    ]);
  });

  it('answers 401 without or with a wrong token and 403 without or with a foreign organization', async () => {
    const without = await fetch(`${simulator.url}/api/v5/acls`);
    const forged = await fetch(`${simulator.url}/api/v5/acls`, {
      headers: { authorization: 'Bearer MTc5NTI4OTM5Mw.AAAA' },
    });
    expect([without.status, forged.status]).toEqual([401, 401]);
    expect((await call('/campaigns')).status).toBe(403);
    const foreign = await call('/campaigns', 1);
    expect([foreign.status, foreign.body.error?.errors[0]?.field]).toEqual([403, 'X-AP-Context']);
  });

  it('answers 404 for ids of another organization and for unknown paths', async () => {
    expect((await call('/campaigns/700000012', ORG)).status).toBe(404);
    expect((await call('/campaigns/700000012', 40669830)).status).toBe(200);
    expect((await call('/nothing/here', ORG)).status).toBe(404);
  });

  it('fails on demand as Apple would: 429 with a pause, then as before', async () => {
    await fetch(`${simulator.url}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"rate_limit_next":1}',
    });
    const limited = await call('/me');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await call('/me')).status).toBe(200);
  });
});

describe('structure', () => {
  it('pages lists and hides deleted objects', async () => {
    const first = await call('/campaigns?limit=4', ORG);
    const second = await call('/campaigns?limit=4&offset=4', ORG);
    const third = await call('/campaigns?limit=4&offset=8', ORG);
    const names = [first, second, third].flatMap((page) => list(page.body.data).map((item) => field(item, 'name')));
    expect(first.body.pagination).toEqual({ totalResults: 11, startIndex: 0, itemsPerPage: 4 });
    expect(new Set(names).size).toBe(11);
    expect(names).not.toContain('US | Launch week');
  });

  it('finds deleted objects when a condition asks, and gives them by id', async () => {
    const condition = { field: 'deleted', operator: 'EQUALS', values: ['true'] };
    const { body } = await call('/campaigns/find', ORG, { conditions: [condition] });
    expect(list(body.data).map((item) => [field(item, 'name'), field(item, 'displayStatus')])).toEqual([
      ['US | Launch week', 'DELETED'],
    ]);
    const id = field(list(body.data)[0], 'id');
    expect(field((await call(`/campaigns/${id}`, ORG)).body.data, 'deleted')).toBe(true);
  });

  it('finds by name, sorts, and picks fields', async () => {
    const { body } = await call('/campaigns/find', ORG, {
      conditions: [{ field: 'name', operator: 'STARTSWITH', values: ['UK'] }],
      orderBy: [{ field: 'name', sortOrder: 'DESCENDING' }],
      fields: ['name'],
    });
    expect(body.data).toEqual([
      { name: 'UK AU CA | Competitor' },
      { name: 'UK AU CA | Category | Exact' },
      { name: 'UK AU CA NZ IE | Brand' },
    ]);
  });

  it.each([
    { conditions: [{ field: 'colour', operator: 'EQUALS', values: ['red'] }] },
    { conditions: [{ field: 'id', operator: 'NOT_EQUALS', values: ['1'] }] },
    { pagination: { limit: 1001 } },
  ])('refuses the selector %o', async (selector) => {
    expect((await call('/campaigns/find', ORG, selector)).status).toBe(400);
  });

  it('answers 400 in its own frame for a body that is no JSON', async () => {
    const { status, body } = await call('/campaigns/find', ORG, '{"conditions":');
    expect([status, body.error?.errors[0]?.messageCode]).toEqual([400, 'INVALID_JSON']);
  });

  it('leads from a campaign through ad group and keyword, and from an ad to its product page', async () => {
    const { body } = await call('/campaigns/find', ORG, {
      conditions: [{ field: 'name', operator: 'EQUALS', values: ['US | Sleep stories page'] }],
    });
    const campaignId = field(list(body.data)[0], 'id');
    const groups = await call(`/campaigns/${campaignId}/adgroups?limit=1000`, ORG);
    const keywords = await Promise.all(
      list(groups.body.data).map((group) =>
        call(`/campaigns/${campaignId}/adgroups/${field(group, 'id')}/targetingkeywords?limit=1000`, ORG),
      ),
    );
    const all = await call(`/campaigns/${campaignId}/adgroups/targetingkeywords/find`, ORG, {
      pagination: { limit: 1000 },
    });
    expect(keywords.reduce((sum, page) => sum + list(page.body.data).length, 0)).toBe(
      all.body.pagination?.totalResults,
    );
    const ads = await call(`/campaigns/${campaignId}/ads/find`, ORG, {});
    const creative = await call(`/creatives/${field(list(ads.body.data)[0], 'creativeId')}`, ORG);
    const pages = await call('/apps/1500000001/product-pages', ORG);
    expect(list(pages.body.data).map((page) => field(page, 'id'))).toContain(
      field(creative.body.data, 'productPageId'),
    );
  });
});
