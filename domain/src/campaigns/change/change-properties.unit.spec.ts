import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText, checkAmount } from '../../shared/money/amount.ts';
import { decimalStringFromMicros, microsFromDecimalString } from '../../shared/money/micros.ts';
import { campaignDecider, diffKeywords } from '../campaign/campaign.decider.ts';
import type { CampaignState } from '../campaign/campaign.state.ts';
import { keepConfirmed } from '../campaign/keep-confirmed.ts';
import { type BulkAction, bulkEdit } from './bulk-bids.ts';
import type { ChangeRow } from './change-row.ts';

import { decideReading, decideRow, nextReading } from './outcomes/decide-row.ts';
import type { RowEvent } from './outcomes/row-outcome.events.ts';
import { outcomeOf, rowEvent } from './outcomes/row-outcome.ts';
import { sampleCampaign, sampleChange } from './sample-change.fixture.ts';
import { undoRows } from './undo.ts';

const keyword = 720;
const at = '2026-11-23T06:00:00.000Z';
const keyOf = (id: number): string => `700:710:${id}`;
const cents = fc.integer({ min: 1, max: 400 }).map((count) => count * 10_000);

/** The outcome of a call: answered, its answer lost after the effect, or lost before it. */
const fate = fc.constantFrom('answered' as const, 'lost' as const, 'dropped' as const);
/** Half of the rows are as they are expected to be, so that they are sent. */
const row = fc
  .record({
    base: cents,
    wish: cents,
    unexpected: fc.option(cents, { nil: undefined, freq: 2 }),
    fates: fc.array(fate, { minLength: 9, maxLength: 9 }),
  })
  .map(({ unexpected, ...scenario }) => ({ ...scenario, remote: unexpected ?? scenario.base }));
/** Someone else sets another value after so many readings. */
const foreign = fc.option(fc.record({ after: fc.nat(6), value: cents }), { nil: undefined });

interface Carried {
  readonly outcomes: string[];
  readonly remote: number;
  readonly effects: number;
  /** Readings before each call. */
  readonly readings: number[];
}

/** Carries one row out as the worker does, against a service that takes writes and loses answers. */
function carryOut(
  { base, wish, remote: initial, fates }: { base: number; wish: number; remote: number; fates: string[] },
  later?: { after: number; value: number },
): Carried {
  let remote = initial;
  let effects = 0;
  let looked = 0;
  const readings: number[] = [];
  const read = (): { deleted: false; value: number } => {
    if (later !== undefined && looked === later.after) remote = later.value;
    looked += 1;
    return { deleted: false, value: remote };
  };
  const wanted = { base, new: wish };
  const first = decideRow(wanted, read());
  if (first !== 'write') return { outcomes: [first], remote, effects, readings };
  for (let sent = 1; ; sent += 1) {
    const end = fates[sent - 1];
    readings.push(looked);
    if (end !== 'dropped') [remote, effects] = [wish, effects + 1];
    if (end === 'answered') return { outcomes: ['changed'], remote, effects, readings };
    const unmoved: number[] = [];
    let last: number | undefined;
    for (;;) {
      last = nextReading(last);
      if (last === undefined) return { outcomes: ['unknown'], remote, effects, readings };
      const reading = read();
      if (reading.value === base) unmoved.push(last);
      const decision = decideReading(wanted, reading, base, { unmoved, sent });
      if (decision === 'write') break;
      if (decision !== 'wait') return { outcomes: [decision], remote, effects, readings };
    }
  }
}

describe('a row against a service that loses answers', () => {
  it('ends once; what it was to be holds exactly if it was changed or found so', () => {
    fc.assert(
      fc.property(row, foreign, (scenario, later) => {
        const { outcomes, remote } = carryOut(scenario, later);
        expect(outcomes).toHaveLength(1);
        if (outcomes[0] !== 'unknown') {
          expect(remote === scenario.wish).toBe(outcomes[0] === 'changed' || outcomes[0] === 'unchanged');
        }
      }),
    );
  });

  it('takes effect at most once, and is sent again only after two readings', () => {
    fc.assert(
      fc.property(row, (scenario) => {
        const { effects, readings, outcomes } = carryOut(scenario);
        expect(effects).toBe(outcomes[0] === 'changed' ? 1 : 0);
        for (const [index, before] of readings.slice(1).entries()) {
          expect(before - (readings[index] ?? 0)).toBeGreaterThanOrEqual(2);
        }
      }),
    );
  });

  it('is not sent where it is another than its base', () => {
    fc.assert(
      fc.property(row, (scenario) => {
        fc.pre(scenario.remote !== scenario.base);
        const { effects, remote, outcomes } = carryOut(scenario);
        expect([effects, remote]).toEqual([0, scenario.remote]);
        expect(outcomes).toEqual([scenario.remote === scenario.wish ? 'unchanged' : 'conflict']);
      }),
    );
  });
});

/** Makes rows at a service that answers. @returns the events of their outcomes, and the log's state after them. */
function make(rows: readonly ChangeRow[], remoteValues: Map<string, unknown>, before: CampaignState) {
  const change = sampleChange(rows);
  const events = new Map<number, RowEvent>();
  let state = before;
  for (const [index, changeRow] of rows.entries()) {
    const value = remoteValues.get(changeRow.key) as number | null;
    const decision = decideRow(changeRow, { deleted: false, value });
    const outcome = decision === 'write' ? ('changed' as const) : decision;
    const event = rowEvent(change.request, index, { outcome, remote: value, attempts: [], decidedAt: at }, state);
    if (outcome === 'changed') remoteValues.set(changeRow.key, changeRow.new);
    events.set(index, event);
    state = campaignDecider.evolve(state, event);
  }
  return { change, events, state };
}

describe('a change and its undo', () => {
  const bid = fc.option(cents, { nil: null });
  const edits = fc.array(fc.record({ before: bid, wish: bid, foreign: fc.option(bid, { nil: undefined }) }), {
    minLength: 1,
    maxLength: 8,
  });

  it('leave everything that no one else touched as it was, and undone again as it was changed', () => {
    fc.assert(
      fc.property(edits, (sampledEdits) => {
        const keyAtIndex = (index: number): string => keyOf(keyword + index);
        const recordedBids = Object.fromEntries(sampledEdits.map(({ before }, index) => [keyword + index, before]));
        const remoteValues = new Map<string, unknown>(
          sampledEdits.map(({ before }, index) => [keyAtIndex(index), before]),
        );
        const rows = sampledEdits.map(
          ({ before, wish }, index): ChangeRow => ({
            key: keyAtIndex(index),
            field: 'cpt_bid',
            base: before,
            new: wish,
          }),
        );
        const made = make(rows, remoteValues, sampleCampaign([{ id: 710, keywords: recordedBids }]));
        fc.pre([...made.events.values()].some((event) => outcomeOf(event) === 'changed'));
        for (const [index, { foreign: other }] of sampledEdits.entries()) {
          if (other !== undefined) remoteValues.set(keyAtIndex(index), other);
        }
        const now = Date.parse(at);
        const undone = make(undoRows(made.change, made.events, { now }), remoteValues, made.state);
        for (const [index, { before, wish, foreign: other }] of sampledEdits.entries()) {
          const untouched = other === undefined || (before !== wish && other === wish);
          expect(remoteValues.get(keyAtIndex(index))).toBe(untouched ? before : other);
        }
        fc.pre([...undone.events.values()].some((event) => outcomeOf(event) === 'changed'));
        make(undoRows(undone.change, undone.events, { now }), remoteValues, undone.state);
        for (const [index, { wish, foreign: other }] of sampledEdits.entries()) {
          if (other === undefined || other === wish) expect(remoteValues.get(keyAtIndex(index))).toBe(wish);
        }
      }),
    );
  });
});

describe('a pull', () => {
  it('never shows the value from before a write that it began before, whenever it ends', () => {
    const step = fc.record({ writes: fc.boolean(), value: cents, began: fc.nat(9), read: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
        const instant = (index: number, tenth = 0) =>
          new Date(Date.parse(at) + index * 1000 + tenth * 100).toISOString();
        let state = sampleCampaign([{ id: 710, keywords: { [keyword]: 1_000_000 } }]);
        const held = [1_000_000];
        for (const [index, { writes, value, began, read }] of steps.entries()) {
          const current = held.at(-1) ?? 0;
          if (writes) {
            const { change } = {
              change: sampleChange([{ key: keyOf(keyword), field: 'cpt_bid', base: current, new: value }]),
            };
            const result = { outcome: 'changed' as const, remote: current, attempts: [], decidedAt: instant(index) };
            state = campaignDecider.evolve(state, rowEvent(change.request, 0, result, state));
            held.push(value);
          } else {
            // It began after a step of before, and read the value then or later.
            const from = Math.min(began, index);
            const then = Math.min(Math.max(read, from), index);
            const seen = state.keywords.get(keyword);
            if (seen === undefined) throw new Error('No keyword');
            const scope = { org_id: 9, campaign_id: 700, observed_at: instant(index) };
            const observed = keepConfirmed(
              state,
              { campaign_id: 700, began: instant(from - 1, 5) },
              { ...seen, bid_micros: held[then] ?? null },
            );
            for (const event of diffKeywords(state, scope, [observed])) state = campaignDecider.evolve(state, event);
            held.push(current);
          }
          expect(state.keywords.get(keyword)?.bid_micros).toBe(held.at(-1));
        }
      }),
    );
  });
});

describe('an amount', () => {
  const action = fc.oneof(
    fc.record({
      kind: fc.constantFrom('increase' as const, 'decrease' as const),
      size: fc.integer({ min: 1, max: 9999 }),
    }),
  );

  it('is the same in the page, in a call, in the log and towards the ad service', () => {
    fc.assert(
      fc.property(fc.constantFrom('USD', 'EUR', 'JPY'), cents, action, (currency, bid, { kind, size }) => {
        const ownBid = currency === 'JPY' ? bid * 100 : bid;
        const by: BulkAction = { kind, by: 'percent', size: (size / 100).toFixed(2) };
        const bulkRow = { ownBid, inherited: null, pending: undefined, installs: 0, impressions: 0 };
        const result = bulkEdit(bulkRow, by, { kind: 'all' }, currency);
        fc.pre(result.kind === 'edit' && result.value !== null);
        const value = result.kind === 'edit' ? Number(result.value) : 0;
        const text = amountText(value, currency);
        // As text, and as the JSON number that it becomes.
        expect(checkAmount(text, currency)).toBe(value);
        expect(checkAmount(JSON.parse(JSON.stringify(Number(text))), currency)).toBe(value);
        expect(microsFromDecimalString(decimalStringFromMicros(value))).toBe(value);
      }),
    );
  });
});
