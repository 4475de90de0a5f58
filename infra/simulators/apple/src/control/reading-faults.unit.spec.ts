import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../simulator.ts';
import { createCaller } from '../testing/ads-api-caller.ts';
import { control } from '../testing/control-calls.ts';
import { createPlatformCaller } from '../testing/platform-caller.ts';

const ORG = 40669820;
let simulator: Simulator;
let call: Awaited<ReturnType<typeof createCaller>>;

beforeAll(async () => {
  simulator = await startSimulator({ startAt: Date.parse('2026-11-20T18:00:00Z'), scale: 0.05, movement: 'off' });
  call = await createCaller(simulator);
});
afterAll(() => simulator.stop());

const spoil = (...reading_faults: object[]) => control(simulator, '/faults', { reading_faults });
const campaigns = (offset = 0) => call(`/campaigns?limit=1000&offset=${offset}`, ORG);
const rowsOf = (data: unknown) => data as Record<string, unknown>[];

it('spoils as many answers as it is told, and only those of the path', async () => {
  const whole = await campaigns();
  await spoil({ fault: 'truncated_page', path: '/campaigns', times: 2 }, { fault: 'no_data', path: '/creatives' });
  expect((await call('/acls')).body.error).toBeNull();
  const { length } = rowsOf(whole.body.data);
  for (const offset of [0, Math.floor(length / 2)]) {
    const { body } = await campaigns(offset);
    expect([rowsOf(body.data).length, body.pagination?.totalResults]).toEqual([
      offset === 0 ? Math.floor(length / 2) : 0,
      length,
    ]);
  }
  expect((await campaigns()).body).toEqual(whole.body);
  expect((await call('/creatives', ORG)).body).toEqual({ data: null, pagination: null, error: null });
  expect((await call('/creatives', ORG)).body.data).not.toBeNull();
});

it('says of a list that was cut that this was all', async () => {
  const { length } = rowsOf((await campaigns()).body.data);
  await spoil({ fault: 'shrinking_total', times: 2 });
  expect((await campaigns()).body.pagination).toMatchObject({ totalResults: length });
  expect((await campaigns(2)).body).toMatchObject({ data: [], pagination: { totalResults: 2 } });
});

it('puts an error beside the data, other words for amounts, or another currency', async () => {
  const amounts = async () =>
    rowsOf((await campaigns()).body.data).flatMap(({ dailyBudgetAmount: amount }) =>
      amount === null ? [] : [amount as { amount: string; currency: string }],
    );
  await spoil({ fault: 'error_in_success' });
  const { status, body } = await campaigns();
  expect([status, body.error?.errors.length, rowsOf(body.data).length > 0]).toEqual([200, 1, true]);
  await spoil({ fault: 'unreadable_field' });
  const [first, ...others] = (await amounts()).map(({ amount }) => amount);
  expect([first, others.includes('null')]).toEqual(['null', false]);
  await spoil({ fault: 'other_currency', currency: 'JPY' });
  expect(new Set((await amounts()).map(({ currency }) => currency))).toEqual(new Set(['JPY']));
});

it('leaves calls that change something alone', async () => {
  await spoil({ fault: 'error_in_success', times: 10 });
  const group = simulator.world.campaigns.find(({ org }) => org.orgId === ORG);
  const path = `/campaigns/${group?.id}/adgroups/${group?.adGroups[0]?.id}`;
  const body = { defaultBidAmount: { amount: '1.07', currency: 'USD' } };
  expect((await call(path, ORG, body, 'PUT')).body.error).toBeNull();
  await spoil();
});

it('spoils answers of the Platform API in its own frame: lists, reports and single objects', async () => {
  const platform = await createPlatformCaller(simulator);
  const pagination = { offset: 0, pageSize: 1000, fetchTotalCount: true };
  const query = (offset = 0) => platform<object[]>('/campaigns/query', ORG, { pagination: { ...pagination, offset } });
  const whole = await query();
  const { length } = whole.body?.result ?? [];
  await spoil({ fault: 'truncated_page', path: '/campaigns' }, { fault: 'shrinking_total', path: '/campaigns' });
  expect((await query()).body).toMatchObject({ pagination: { totalCount: length } });
  const later = await query(3);
  expect([later.body?.result, later.body?.pagination?.totalCount]).toEqual([[], 3]);
  await spoil({ fault: 'error_in_success', path: '/campaigns' }, { fault: 'no_data', path: '/campaigns' });
  expect((await query()).body).toMatchObject({ result: whole.body?.result, error: { code: 'internal_server_error' } });
  expect((await query()).body).toEqual({});
  await spoil({ fault: 'other_currency', path: '/campaigns/' }, { fault: 'unreadable_field', path: '/reports/' });
  expect((await platform('/acls')).body?.result).toHaveProperty('acls');
  expect((await platform('/campaigns/700000001', ORG)).body?.result).toMatchObject({
    dailyBudget: { value: { currency: 'GBP' } },
  });
  const timeRange = { start: '2026-11-01', end: '2026-11-10', granularity: 'DAILY' };
  const report = await platform<{ rows: object[] }>('/reports/apps/campaigns/query', ORG, { timeRange });
  expect(report.body?.result?.rows[0]).toMatchObject({ totalMetrics: { localSpend: { amount: 'null' } } });
  expect((await query()).body).toEqual(whole.body);
});
