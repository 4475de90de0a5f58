import type { ClickHouseClient } from '@tapwise/adapters';
import { campaignStream, type DomainEventOf } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { adamId, adGroup, campaign, orgId } from '../../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';
import { askChanges, askChangesPart, type ChangesQuestion, changeKinds, type SettingsChange } from './ask-changes.ts';

const scope = { adamId, orgId, orgCurrency: 'USD', timeZone: 'UTC' };
const whole: ChangesQuestion = { scope, from: '2026-03-01', to: '2026-03-31', kinds: changeKinds };
const change_id = '00000000-0000-4000-8000-000000000001';
const keywords = 130;

/** Keywords of one creation, forty of them at the same instant, with a daily cap that was changed in between. */
const events = (): StreamEvent[] => [
  campaign(1, { modified_at: null }),
  adGroup(1, 11),
  ...Array.from({ length: keywords }, (_, index) => added(index)),
  capAt(5, 60),
  capAt(60, 70),
];

const instant = (index: number) => new Date(Date.UTC(2026, 2, 12, 0, 0, index < 50 ? Math.min(index, 10) : index));

const added = (index: number): StreamEvent => ({
  stream: campaignStream(1),
  event: {
    type: 'KeywordAdded',
    data: {
      org_id: orgId,
      campaign_id: 1,
      change_id,
      reason: null,
      currency: 'USD',
      actor: { kind: 'creation', account_id: null, source: null },
      decided_at: instant(index).toISOString(),
      keyword: {
        keyword_id: 1000 + index,
        ad_group_id: 11,
        text: `word ${index}`,
        match_type: 'EXACT',
        status: 'ACTIVE',
        deleted: false,
        bid_micros: 1_000_000,
        modified_at: null,
      },
    },
  } satisfies DomainEventOf<'KeywordAdded'>,
});

function capAt(second: number, units: number): StreamEvent {
  const { stream, event } = campaign(1, { modified_at: null, daily_budget_micros: units * 1_000_000 });
  const observed_at = new Date(Date.UTC(2026, 2, 12, 0, 0, second)).toISOString();
  return { stream, event: { ...event, data: { ...event.data, observed_at } } as unknown as StreamEvent['event'] };
}

let tables: TablesUnderTest;
let client: ClickHouseClient;
beforeAll(async () => {
  tables = await startTables();
  client = await tables.emptyTables();
  await writeInBatches(client, asRecorded(events()), [60]);
});
afterAll(() => tables.stop());

async function partsOf(question: ChangesQuestion, partSize?: number): Promise<SettingsChange[][]> {
  const parts: SettingsChange[][] = [];
  for (let beforeMs: number | null | undefined; ; ) {
    const options = { ...(beforeMs == null ? {} : { beforeMs }), ...(partSize === undefined ? {} : { partSize }) };
    const part = await askChangesPart(client, question, options);
    parts.push(part.changes);
    ({ beforeMs } = part);
    if (beforeMs === null) return parts;
  }
}

describe('all changes, in parts', () => {
  it('hold every row of a creation, of which a list holds some', async () => {
    const { changes: listed } = await askChanges(client, whole);
    expect(listed.filter(({ kind }) => kind === 'keyword')).toHaveLength(50);
    const [all = [], ...more] = await partsOf(whole);
    expect(more).toEqual([]);
    const names = all.filter(({ kind }) => kind === 'keyword').map(({ name }) => name);
    expect(names.toSorted()).toEqual(Array.from({ length: keywords }, (_, index) => `word ${index}`).toSorted());
    expect(all.filter(({ kind }) => kind === 'daily_cap').map(({ after }) => after)).toEqual([70, 60]);
  });

  it.each([11, 40, 131])('are the same in parts of %i, each once and newest first', async (size) => {
    const [all = []] = await partsOf(whole);
    const parts = await partsOf(whole, size);
    // How many there are is counted within what is asked for.
    const bare = (changes: readonly SettingsChange[]) => changes.map(({ alike: _, ...change }) => change);
    expect(bare(parts.flat())).toEqual(bare(all));
    expect(parts.every((part) => part.length <= size || new Set(part.map(({ at }) => at)).size === 1)).toBe(true);
  });

  it('are narrowed like a list', async () => {
    const [caps = []] = await partsOf({ ...whole, kinds: ['daily_cap'] });
    expect(caps).toHaveLength(2);
    expect(await partsOf({ ...whole, actorKinds: ['rule'] })).toEqual([[]]);
  });
});
