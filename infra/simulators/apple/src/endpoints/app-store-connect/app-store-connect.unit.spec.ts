import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDay, parseDay } from '../../base/calendar/calendar-days.ts';
import { type Simulator, startSimulator } from '../../simulator.ts';
import { connectCall, connectToken, salesPath, type TokenChanges } from '../../testing/connect-caller.ts';
import { HourlyLimit } from './connect-access.ts';

/** 04:59 and 05:00 in the morning of 2026-11-20 in California. */
const BEFORE_FIVE = Date.parse('2026-11-20T12:59:00Z');
const today = parseDay('2026-11-20') ?? 0;
const day = (before: number) => formatDay(today - before);

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ startAt: BEFORE_FIVE, scale: 0.3, historyMonths: 3 });
  simulator.clock.pause(true);
});

afterAll(() => simulator.stop());

interface Refusal {
  readonly errors: readonly { readonly status: string; readonly code: string; readonly detail: string }[];
}

const refusal = async (response: Response): Promise<readonly [number, string, string]> => {
  const [first] = ((await response.json()) as Refusal).errors;
  expect(first?.status).toBe(String(response.status));
  return [response.status, first?.code ?? '', first?.detail ?? ''];
};
const faults = (switches: object) =>
  fetch(`${simulator.url}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  });

describe('tokens of App Store Connect', () => {
  it('give access for 20 minutes, with and without a scope that names the call', async () => {
    const path = salesPath(simulator, day(3));
    expect((await connectCall(simulator, path)).status).toBe(200);
    const scoped = await connectToken(simulator, { scope: ['GET /v1/salesReports'] });
    expect((await connectCall(simulator, path, { token: scoped })).status).toBe(200);
  });

  it.each<[number, string, TokenChanges]>([
    [401, 'another key id', { kid: 'AAAAAAAAAA' }],
    [401, 'another issuer', { issuer: '00000000-0000-4000-8000-000000000000' }],
    [401, 'another audience', { audience: 'https://appleid.apple.com' }],
    [401, 'a life of more than 20 minutes', { life: 1_260 }],
    [401, 'an end in the past', { life: -5 }],
    [
      401,
      'a signature of another key',
      {
        privateKeyPem: generateKeyPairSync('ec', { namedCurve: 'P-256' })
          .privateKey.export({ type: 'pkcs8', format: 'pem' })
          .toString(),
      },
    ],
    [403, "a person's own key", { issuer: null, subject: 'user' }],
    [403, 'a scope for other calls', { scope: ['GET /v1/apps'] }],
  ])('are refused with %i for %s', async (status, _what, changes) => {
    const token = await connectToken(simulator, changes);
    const [actualStatus, code] = await refusal(await connectCall(simulator, salesPath(simulator, day(3)), { token }));
    expect([actualStatus, code]).toEqual([status, status === 401 ? 'NOT_AUTHORIZED' : 'FORBIDDEN_ERROR']);
  });

  it('are refused with 401 when missing or no token at all', async () => {
    for (const token of [null, 'not.a.token']) {
      const response = await connectCall(simulator, salesPath(simulator, day(3)), { token });
      expect((await refusal(response)).slice(0, 2)).toEqual([401, 'NOT_AUTHORIZED']);
    }
  });

  it('can be used 3,600 times an hour', () => {
    const limit = new HourlyLimit();
    expect(limit.count(0)).toBe('user-hour-lim:3600;user-hour-rem:3599;');
    for (let call = 1; call < 3_600; call += 1) limit.count(call);
    expect(() => limit.count(3_600)).toThrow();
    expect(limit.count(3_600_000)).toBe('user-hour-lim:3600;user-hour-rem:0;');
  });
});

describe('sales report filters', () => {
  it.each([
    ['an unknown report', { reportType: 'GIFTS' }],
    ['a sub type of another report', { reportSubType: 'DETAILED' }],
    ['weeks', { frequency: 'WEEKLY' }],
    ['a foreign vendor', { vendorNumber: '1' }],
    ['an impossible day', { reportDate: '2026-02-30' }],
    ['no version', { version: '' }],
  ])('refuse %s with 400', async (_what, changes) => {
    const response = await connectCall(simulator, salesPath(simulator, day(3), changes));
    expect((await refusal(response)).slice(0, 2)).toEqual([400, 'PARAMETER_ERROR.INVALID']);
  });

  it('name the latest version when another is asked for', async () => {
    const changes = { reportType: 'SUBSCRIPTION', version: '1_2' };
    const [status, , detail] = await refusal(await connectCall(simulator, salesPath(simulator, day(3), changes)));
    expect([status, detail]).toEqual([400, expect.stringContaining('The latest version for this report is 1_3.')]);
  });

  it('refuse to answer in JSON with 406', async () => {
    const response = await connectCall(simulator, salesPath(simulator, day(3)), { accept: 'application/json' });
    expect((await refusal(response))[0]).toBe(406);
  });
});

describe('daily files', () => {
  it('of yesterday are there from five in the morning, Pacific time', async () => {
    const early = await connectCall(simulator, salesPath(simulator, day(1)));
    expect(await refusal(early)).toEqual([404, 'NOT_FOUND', expect.stringContaining('Report is not available yet')]);
    const later = await startSimulator({ startAt: BEFORE_FIVE + 60_000, scale: 0.3, historyMonths: 3 });
    later.clock.pause(true);
    expect((await connectCall(later, salesPath(later, day(1)))).status).toBe(200);
    expect((await connectCall(later, salesPath(later, day(0)))).status).toBe(404);
    const newest = await connectCall(later, salesPath(later, ''));
    const named = await connectCall(later, salesPath(later, day(1)));
    expect(Buffer.from(await newest.arrayBuffer())).toEqual(Buffer.from(await named.arrayBuffer()));
    await later.stop();
  });

  it('are answered with 404 for days without sales and days older than a year', async () => {
    const empty = await refusal(await connectCall(simulator, salesPath(simulator, day(200))));
    expect(empty).toEqual([404, 'NOT_FOUND', 'There were no sales for the date specified.']);
    const old = await refusal(await connectCall(simulator, salesPath(simulator, day(366))));
    expect(old).toEqual([404, 'NOT_FOUND', expect.stringContaining('365 days')]);
  });

  it('are gzip files and say how many calls are left', async () => {
    const response = await connectCall(simulator, salesPath(simulator, day(3)));
    expect(response.headers.get('content-type')).toBe('application/a-gzip');
    expect(response.headers.get('x-rate-limit')).toMatch(/^user-hour-lim:3600;user-hour-rem:\d+;$/);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([bytes[0], bytes[1]]).toEqual([0x1f, 0x8b]);
  });
});

describe('the list of apps', () => {
  it('finds an app by its bundle id and shows the fields asked for', async () => {
    const path = '/v1/apps?filter[bundleId]=com.example.ledgerly&fields[apps]=name,sku';
    const response = await connectCall(simulator, path, { accept: 'application/json' });
    expect(await response.json()).toMatchObject({
      data: [{ type: 'apps', id: '1500000002', attributes: { name: 'Ledgerly', sku: 'LEDGERLY_IOS' } }],
      meta: { paging: { total: 1, limit: 50 } },
    });
    const none = await connectCall(simulator, '/v1/apps?filter[bundleId]=com.example.unknown');
    expect(await none.json()).toMatchObject({ data: [], meta: { paging: { total: 0 } } });
    expect((await connectCall(simulator, '/v1/apps?limit=201')).status).toBe(400);
  });

  it('lists all apps of the vendor', async () => {
    const { data } = (await (await connectCall(simulator, '/v1/apps')).json()) as {
      data: readonly { attributes: object }[];
    };
    expect(data.map(({ attributes }) => attributes)).toEqual([
      expect.objectContaining({ bundleId: 'com.example.moonvale', primaryLocale: 'en-US' }),
      expect.objectContaining({ bundleId: 'com.example.ledgerly' }),
    ]);
  });
});

describe('App Store Connect on demand', () => {
  it.each([
    ['connect_down_next', 503],
    ['connect_rate_limit_next', 429],
    ['connect_forbidden_next', 403],
  ])('%s answers %i so often and no more', async (name, status) => {
    await faults({ [name]: 2 });
    const path = salesPath(simulator, day(3));
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await connectCall(simulator, path)).status);
    expect(statuses).toEqual([status, status, 200]);
  });
});
