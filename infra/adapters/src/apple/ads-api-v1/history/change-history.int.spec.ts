import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type PlatformResponse,
  type StandInAdsPlatform,
  startStandInAdsPlatform,
} from '../../../../../../tests/support/stand-ins/stand-in-ads-platform.ts';
import type { SearchAdsClient } from '../../ad-service/client.ts';
import type { ChangeHistory } from '../../ad-service/history/change-history.ts';
import { createAdsPlatformClient } from '../client.ts';

const scope = { orgId: 9, currency: 'USD', priority: 'person' } as const;
const now = Date.parse('2026-11-20T12:00:00.000Z');
const span = { from: now - 3_600_000, to: now };

let service: StandInAdsPlatform;
let client: SearchAdsClient;
let history: ChangeHistory;

beforeEach(async () => {
  service = await startStandInAdsPlatform();
  const accounts = { accessOf: () => ({ adAccountId: 52 }) };
  client = createAdsPlatformClient({ ...service, accounts, firstRetryMs: 1, now: () => now });
  history = client.changeHistory as ChangeHistory;
});
afterEach(async () => {
  await client.close();
  await service.stop();
});

const summary = (changes: object) => ({
  transactionId: 't1',
  eventType: 'UPDATE',
  eventTime: '2026-11-20T11:30:00.000Z',
  entityType: 'Keyword',
  count: 2,
  userType: 'CUSTOMER',
  modifiedBy: '4100021',
  metas: [
    { Keyword: '7', detailId: 'Keyword.7.t1', meta: {} },
    { Keyword: '8', detailId: 'Keyword.8.t1', meta: {} },
  ],
  ...changes,
});
const answer = (result: object[], totalCount = result.length, offset = 0): PlatformResponse => ({
  body: { dataType: 'AuditSummary', result, pagination: { offset, pageSize: 200, totalCount } },
});
const entries = (ids: number[] = [7]) => history.entries({ ...scope, ...span, level: 'keyword', ids });

describe('a question to the change history', () => {
  it('names a span, one kind of object and the objects', async () => {
    service.responses.push(answer([]));
    await entries([7, 9]);
    expect(service.calls).toMatchObject([
      {
        path: '/change-history/query',
        context: 'adAccountId=52',
        body: {
          filters: [
            {
              field: 'eventTime',
              operator: 'BETWEEN',
              value: ['2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z'],
            },
            { field: 'entityType', operator: 'IN', value: ['Keyword'] },
            { field: 'entityId', operator: 'IN', value: ['7', '9'] },
          ],
          options: { needTotals: 'true', metadata: 'latest' },
        },
      },
    ]);
  });

  it('is not asked about nothing, nor beyond what the service remembers', async () => {
    expect((await entries([])).items).toEqual([]);
    await history.entries({ ...scope, level: 'keyword', ids: [7], from: 0, to: now });
    expect(JSON.stringify(service.calls[0]?.body)).toContain('2026-05-24T12:00:00.000Z');
    expect(service.calls).toHaveLength(1);
  });

  it('is answered by the entries of the objects asked for, on all pages', async () => {
    service.responses.push(
      answer([summary({})], 2),
      answer([summary({ userType: 'CUSTOMER_API', modifiedBy: 12 })], 2, 1),
    );
    const { items, problems } = await entries();
    const entry = { level: 'keyword', objectId: 7, kind: 'updated', at: '2026-11-20T11:30:00.000Z' };
    const detailId = 'Keyword.7.t1';
    expect(problems).toEqual([]);
    expect(items).toEqual([
      { ...entry, by: 'person', user: '4100021', detailId },
      { ...entry, by: 'api', user: '12', detailId },
    ]);
  });

  it('loses nothing to words and forms that are new', async () => {
    service.responses.push(
      answer([
        summary({ userType: 'BRAND_NEW' }),
        summary({ eventType: 'MERGE' }),
        summary({ metas: null }),
        summary({ userType: 'APPLE_SUPPORT', eventTime: '2026-11-20T11:30:00.000', modifiedBy: null, extra: [] }),
        summary({ metas: [{ detailId: 'Keyword.7.t9' }] }),
      ]),
    );
    const { items } = await entries();
    expect(items.map(({ by, user, at, detailId }) => [by, user, at.slice(11, 19), detailId])).toEqual([
      ['apple', null, '11:30:00', 'Keyword.7.t1'],
      ['person', '4100021', '11:30:00', 'Keyword.7.t9'],
    ]);
  });
});

describe('what an entry changed', () => {
  const settings = (level: 'campaign' | 'ad_group' | 'keyword', changes: object[], kind: 'updated' | 'deleted') => {
    service.responses.push({ body: { dataType: 'ChangeDetail', result: [{ details: [{ changes }] }] } });
    const entry = { level, objectId: 7, kind, at: '', by: 'api', user: null, detailId: 'A.7.t1' } as const;
    return history.settings(scope, entry);
  };
  const change = (field: string, before: unknown, after: unknown) => ({
    field,
    oldValues: before === null ? [] : [before],
    newValues: after === null ? [] : [after],
  });

  it.each([
    ['campaign', change('dailyBudget', '50.00', '100.00'), { field: 'daily_cap', before: 5e7, after: 1e8 }],
    ['ad_group', change('bidStrategy.bid', '0.9', '1'), { field: 'cpt_bid', before: 9e5, after: 1e6 }],
    ['ad_group', change('defaultBidAmount', null, '2.50'), { field: 'cpt_bid', before: null, after: 2.5e6 }],
    ['ad_group', change('cpaCap.value', '4', null), { field: 'cpa_goal', before: 4e6, after: null }],
    [
      'ad_group',
      change('automatedKeywordsOptIn', 'true', 'false'),
      { field: 'search_match', before: true, after: false },
    ],
    ['keyword', change('status', 'ACTIVE', 'PAUSED'), { field: 'status', before: 'ENABLED', after: 'PAUSED' }],
    [
      'keyword',
      change('bid', { amount: '1.2', currency: 'USD' }, '1.35 USD'),
      { field: 'cpt_bid', before: 1.2e6, after: 1.35e6 },
    ],
  ] as const)('of a %s is read: %j', async (level, field, setting) => {
    const all = [field, change('brandNew', 'a', 'b'), change('status', 'ODD', 'ODDER'), 'no change'];
    expect(await settings(level, all as object[], 'updated')).toEqual([setting]);
    expect(service.calls[0]?.path).toBe('/change-history/A.7.t1');
  });

  it('is its end, where it was deleted', async () => {
    const end = [{ field: 'status', before: null, after: 'DELETED' }];
    expect(await settings('keyword', [change('status', 'ENABLED', null)], 'deleted')).toEqual(end);
    expect(await settings('campaign', [change('deleted', 'false', 'true')], 'updated')).toEqual(end);
  });
});

it('our user is asked for once, and may be unknown', async () => {
  service.responses.push({ body: { result: { userId: 4100001, orgId: 1 } } });
  expect([await history.ownUser(scope), await history.ownUser(scope)]).toEqual(['4100001', '4100001']);
  service.responses.push({ body: { result: { orgId: 1 } } });
  expect(await history.ownUser({ ...scope, orgId: 10 })).toBeNull();
  expect(service.calls.map(({ path }) => path)).toEqual(['/me', '/me']);
});
