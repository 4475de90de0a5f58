import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator.ts';
import { createCaller } from '../../../testing/ads-api-caller.ts';
import { control, writesOf } from '../../../testing/control-calls.ts';
import { createPlatformCaller, type PlatformCaller } from '../../../testing/platform-caller.ts';

const US = 40669820;
const BRAND = 700000001;
let simulator: Simulator;
let call: PlatformCaller;
let group: number;

beforeAll(async () => {
  simulator = await startSimulator({ startAt: Date.parse('2026-11-20T18:00:00Z'), scale: 0.05, historyMonths: 1 });
  call = await createPlatformCaller(simulator);
  const filters = [{ field: 'campaignId', operator: 'EQUALS', value: BRAND }];
  group = (await call<{ id: number }[]>('/adgroups/query', US, { filters })).body?.result?.[0]?.id ?? 0;
});
afterAll(() => simulator.stop());
afterEach(() => control(simulator, '/faults', { bulk: {}, locked_keywords: [] }));

interface Result {
  readonly correlationId: number;
  readonly operation: string;
  readonly success: boolean;
  readonly result?: Readonly<Record<string, unknown>> & { readonly id: number };
  readonly error?: { readonly details: readonly { readonly code: string }[] };
}
const bulk = async (path: string, data: readonly object[], options: object = { allowPartialSuccess: true }) => {
  const items = data.map((entry, index) => ({ correlationId: index + 40, data: entry }));
  const { status, body } = await call<Result[]>(path, US, { ...options, items });
  return { status, results: body?.result ?? [], error: body?.error };
};
const keyword = (text: string, changes: object = {}) => ({ adGroupId: group, text, matchType: 'EXACT', ...changes });
const usd = (amount: string) => ({ amount, currency: 'USD' });
const codesOf = (results: readonly Result[]) => results.map(({ error }) => error?.details[0]?.code ?? null);

describe('bulk calls', () => {
  it('create what is new, and say by correlation id what is not', async () => {
    const rows = [
      keyword('alpha', { bid: usd('0.90') }),
      keyword('Alpha'),
      keyword('beta', { bid: usd('0') }),
      keyword('gamma'),
    ];
    const { status, results } = await bulk('/keywords/bulk-create', rows);
    expect([status, codesOf(results)]).toEqual([200, [null, 'DUPLICATE_KEYWORD', 'INVALID_BID_AMOUNT', null]]);
    expect(results.map(({ correlationId, operation }) => [correlationId, operation])).toEqual(
      [40, 41, 42, 43].map((id) => [id, 'CREATE']),
    );
    expect(results[0]?.result).toMatchObject({ text: 'alpha', status: 'ENABLED', adGroupId: group });
    const older = await createCaller(simulator);
    const path = `/campaigns/${BRAND}/adgroups/${group}/targetingkeywords/${results[0]?.result?.id}`;
    expect((await older(path, US)).body.data).toMatchObject({ text: 'alpha', bidAmount: usd('0.9'), status: 'ACTIVE' });
    expect((await writesOf(simulator)).at(-1)).toMatchObject({
      api: 'v1',
      effects: [{ text: 'alpha' }, { text: 'gamma' }],
    });
  });

  it('do nothing at all when one item is refused and nobody said that the others should be done', async () => {
    const refused = await bulk('/keywords/bulk-create', [keyword('delta'), keyword('alpha')], {});
    expect([refused.status, refused.error?.details?.[0]?.code]).toEqual([400, 'DUPLICATE_KEYWORD']);
    expect((await writesOf(simulator)).at(-1)).toMatchObject({ status: 400, effects: [] });
  });

  it('change and delete by id; null is no bid, and what is gone is not found', async () => {
    const { results } = await bulk('/keywords/bulk-create', [keyword('one'), keyword('two'), keyword('three')]);
    const ids = results.map(({ result }) => result?.id ?? 0);
    await control(simulator, '/faults', { locked_keywords: [ids[2]] });
    const changed = await bulk('/keywords/bulk-update', [
      { id: ids[0], bid: usd('1.10'), status: 'PAUSED' },
      { id: ids[1], bid: null },
      { id: ids[2], status: 'PAUSED' },
      { id: 1, status: 'PAUSED' },
    ]);
    expect(codesOf(changed.results)).toEqual([null, 'INVALID_VALUE', 'KEYWORD_NOT_EDITABLE', 'NOT_FOUND']);
    expect(changed.results[0]?.result).toMatchObject({ status: 'PAUSED' });
    const deleted = await bulk('/keywords/bulk-delete', [{ id: ids[0] }, { id: ids[1] }]);
    expect(deleted.results.map(({ success, result }) => [success, result])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    expect(codesOf((await bulk('/keywords/bulk-delete', [{ id: ids[0] }])).results)).toEqual(['NOT_FOUND']);
    expect(
      (await call('/keywords/bulk-create', US, { items: [{ correlationId: 1, data: { texts: [] } }] })).status,
    ).toBe(400);
  });

  it('hold negative keywords of campaigns and ad groups, of which exactly one is named', async () => {
    const made = await bulk('/negative-keywords/bulk-create', [
      { campaignId: BRAND, text: 'free' },
      { adGroupId: group, text: 'free', matchType: 'EXACT' },
      { campaignId: BRAND, adGroupId: group, text: 'cheap' },
      { text: 'cheap' },
    ]);
    expect(codesOf(made.results)).toEqual([null, null, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT']);
    expect(made.results[0]?.result).toMatchObject({ campaignId: BRAND, matchType: 'BROAD', status: 'ENABLED' });
    expect(made.results[1]?.result).toMatchObject({ campaignId: BRAND, adGroupId: group });
    const id = made.results[0]?.result?.id;
    const changed = await bulk('/negative-keywords/bulk-update', [{ id, status: 'PAUSED' }]);
    expect(changed.results[0]?.result).toMatchObject({ status: 'PAUSED' });
    expect((await bulk('/negative-keywords/bulk-delete', [{ id }])).results[0]?.success).toBe(true);
  });
});

describe('bulk calls by switches', () => {
  const rows = (name: string) => ['a', 'b', 'c', 'd'].map((letter) => keyword(`${name} ${letter}`));
  const ids = (results: readonly Result[]) => results.map(({ correlationId }) => correlationId);

  it('are done in part, in another order, with a hole, and with another status', async () => {
    await control(simulator, '/faults', { bulk: { partial: true, shuffled: true, hole: true, status: 207 } });
    const { status, results } = await bulk('/keywords/bulk-create', rows('part'));
    expect([status, ids(results)]).toEqual([207, [43, 42, 40]]);
    expect(results.map(({ success }) => success)).toEqual([true, false, true]);
    const { effects } = (await writesOf(simulator)).at(-1) as { effects: { text: string }[] };
    expect(effects.map(({ text }) => text)).toEqual(['part a', 'part b', 'part d']);
  });

  it('are refused item by item, or as a whole when there are too many', async () => {
    await control(simulator, '/faults', { bulk: { all_refused: true, status: 400 } });
    const all = await bulk('/keywords/bulk-create', rows('none'));
    expect([all.status, all.results.filter(({ success }) => success).length]).toEqual([400, 0]);
    await control(simulator, '/faults', { bulk: { too_many: { most: 3 } } });
    const many = await bulk('/keywords/bulk-create', rows('many'));
    expect([many.status, many.results, many.error?.details?.[0]?.code]).toEqual([400, [], 'INVALID_INPUT']);
  });
});
