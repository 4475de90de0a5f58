import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { createCaller } from '../../../testing/ads-api-caller.ts';
import { control } from '../../../testing/control-calls.ts';
import { createPlatformCaller, type PlatformCaller } from '../../../testing/platform-caller.ts';

const US = 40669820;
const BRAND = 700000001;
let simulator: Simulator;
let call: PlatformCaller;

beforeAll(async () => {
  simulator = await startSimulator({ startAt: Date.parse('2026-11-20T18:00:00Z'), scale: 0.05, historyMonths: 1 });
  call = await createPlatformCaller(simulator);
});
afterAll(() => simulator.stop());

interface Summary {
  readonly transactionId: string;
  readonly eventType: string;
  readonly count: number;
  readonly userType: string;
  readonly modifiedBy: string;
  readonly metas?: readonly { readonly detailId: string; readonly [kind: string]: unknown }[];
}
const times = { field: 'eventTime', operator: 'BETWEEN', value: ['2026-11-01T00:00:00', '2026-12-01T00:00:00'] };
const type = (value: string) => ({ field: 'entityType', operator: 'IN', value: [value] });
const ofBrand = { field: 'entityId', operator: 'IN', value: [String(BRAND)] };
const provider = '12345678';
const options = { metadata: 'latest', needTotals: 'true' };
const history = async (filters: readonly object[]) =>
  (await call<Summary[]>('/change-history/query', US, { filters, options })).body?.result ?? [];
const detail = async (id: string | undefined) => (await call(`/change-history/${id}`, US)).body?.result;

/** The order of changes is that of their milliseconds. */
const nextMoment = () => pause(2);

describe('the change history', () => {
  it('knows what the staff did, with the old and the new value', async () => {
    const changes = await history([times, type('Campaign')]);
    expect(changes.length).toBeGreaterThan(10);
    expect(changes[0]).toMatchObject({ userType: 'CUSTOMER', eventType: 'UPDATE', count: 1 });
    expect(await detail(changes[0]?.metas?.[0]?.detailId)).toMatchObject([
      { entityType: 'Campaign', details: [{ changes: [{ field: 'dailyBudget', oldValues: [expect.any(String)] }] }] },
    ]);
  });

  it('knows calls of either API, and what Apple did, newest first', async () => {
    const path = `/campaigns/${BRAND}`;
    await call(path, US, { status: 'PAUSED' }, 'PUT');
    const older = await createCaller(simulator);
    await nextMoment();
    await older(path, US, { campaign: { status: 'ENABLED' } }, 'PUT');
    await nextMoment();
    await control(simulator, '/control', { cause: 'setting', campaign: BRAND, name: 'Renamed', by: 'apple' });
    await nextMoment();
    await control(simulator, '/control', { cause: 'setting', campaign: BRAND, daily_budget: 77, by: 'api' });
    const [tool, apple, second, first] = await history([times, type('Campaign'), ofBrand]);
    expect([apple?.userType, apple?.modifiedBy]).toEqual(['APPLE_SUPPORT', '9000001']);
    expect([tool?.userType, tool?.modifiedBy]).toEqual(['CUSTOMER_API', '4100031']);
    expect((await call<{ userId: number }>('/me')).body?.result?.userId).toBe(Number(provider));
    for (const written of [first, second])
      expect([written?.userType, written?.modifiedBy]).toEqual(['CUSTOMER_API', provider]);
    expect(first?.metas).toEqual([{ Campaign: String(BRAND), detailId: expect.any(String), meta: {} }]);
    expect(await detail(first?.metas?.[0]?.detailId)).toMatchObject([
      { details: [{ changes: [{ field: 'status', oldValues: ['ENABLED'], newValues: ['PAUSED'] }] }] },
    ]);
    expect(await detail(second?.metas?.[0]?.detailId)).toMatchObject([
      { details: [{ changes: [{ field: 'status', oldValues: ['PAUSED'], newValues: ['ENABLED'] }] }] },
    ]);
  });

  it('groups the objects of one call, and names them if it is asked to', async () => {
    const filters = [{ field: 'campaignId', operator: 'EQUALS', value: BRAND }];
    const groups = (await call<{ id: number }[]>('/adgroups/query', US, { filters })).body?.result ?? [];
    const items = ['one', 'two'].map((text, correlationId) => ({
      correlationId,
      data: { adGroupId: groups[0]?.id, text: `history ${text}`, matchType: 'EXACT' },
    }));
    await call('/keywords/bulk-create', US, { allowPartialSuccess: true, items });
    const created = { field: 'eventType', operator: 'IN', value: ['CREATE'] };
    const [group] = await history([times, type('Keyword'), created]);
    expect(group).toMatchObject({ count: 2, eventType: 'CREATE', userType: 'CUSTOMER_API' });
    expect(group?.metas).toHaveLength(2);
    const bare = await call<Summary[]>('/change-history/query', US, { filters: [times, type('Keyword'), created] });
    expect(bare.body?.result?.[0]).toHaveProperty('metas', []);
    expect(await detail(group?.metas?.[1]?.detailId)).toMatchObject([
      {
        details: [{ changes: expect.arrayContaining([{ field: 'text', oldValues: [], newValues: ['history two'] }]) }],
      },
    ]);
  });

  it.each([
    { why: 'no time', body: { filters: [type('Campaign')] } },
    { why: 'no kind of object', body: { filters: [times] } },
    {
      why: 'more than six months',
      body: { filters: [{ ...times, value: ['2026-01-01T00:00:00', '2026-02-01T00:00:00'] }, type('Campaign')] },
    },
    { why: 'a flag that is no text', body: { filters: [times, type('Campaign')], options: { needTotals: true } } },
    { why: 'a comparison of a kind', body: { filters: [times, { ...type('Campaign'), operator: 'EQUALS' }] } },
    {
      why: 'a parent of what has none',
      body: { filters: [times, type('Campaign'), { field: 'campaignId', operator: 'EQUALS', value: BRAND }] },
    },
  ])('is refused for $why, in words of its own', async ({ body }) => {
    const { status, body: response } = await call('/change-history/query', US, body);
    expect([status, response?.error?.code]).toEqual([400, 'BAD_REQUEST']);
    expect((await call('/change-history/none', US)).body?.error?.code).toBe('NOT_FOUND');
  });
});
