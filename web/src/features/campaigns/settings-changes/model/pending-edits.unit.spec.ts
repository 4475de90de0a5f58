import { describe, expect, it } from 'vitest';
import { createSelectionStore } from '../../../../shared/tables/grid/editing/selection-store.ts';
import { openChanges } from '../components/preview/send-edits.ts';
import { readTyped } from './edit-cells.ts';
import { summaryOf } from './edit-summary.ts';
import { editText, type PendingEdit } from './pending-edit.ts';
import { createPendingStore } from './pending-store.ts';
import { previewRows } from './preview-rows.ts';
import { createRowMarks } from './row-marks.ts';
import { settleEdits, withMine } from './settle-edits.ts';
import { writeRequests } from './write-requests.ts';

const scope = { accountId: 1, applicationId: 2, organizationId: 3 };
const edit = (key: string, overrides: Partial<PendingEdit> = {}): PendingEdit => ({
  key,
  field: 'cpt_bid',
  value: 1_200_000,
  base: 1_000_000,
  name: key,
  path: [],
  ...overrides,
});

describe('what is typed into a cell', () => {
  it.each([
    ['1.25', { kind: 'amount', micros: 1_250_000 }],
    ['$1.25', { kind: 'amount', micros: 1_250_000 }],
    ['usd 2', { kind: 'amount', micros: 2_000_000 }],
    ['$', { kind: 'nothing' }],
    [' ', { kind: 'nothing' }],
    ['1.255', { kind: 'error', message: 'At most two decimals are allowed' }],
    ['1,5', { kind: 'error', message: 'CPT must be positive number' }],
    ['0.00', { kind: 'error', message: 'CPT must be positive number' }],
    ['€1', { kind: 'error', message: 'CPT must be positive number' }],
    ['1e3', { kind: 'error', message: 'CPT must be positive number' }],
  ])('%j', (text, wanted) => {
    expect(readTyped('cpt_bid', text, 'USD')).toEqual(wanted);
  });

  it('has no decimals in yen', () => {
    expect(readTyped('daily_cap', '¥150', 'JPY')).toEqual({ kind: 'amount', micros: 150_000_000 });
    expect(readTyped('daily_cap', '1.5', 'JPY')).toEqual({ kind: 'error', message: 'No decimals are allowed in JPY' });
  });
});

describe('edits that are not sent', () => {
  it('draw the row they are of again, and no other', () => {
    const pending = createPendingStore(scope);
    const selection = createSelectionStore();
    const marks = createRowMarks(pending, selection, (id) => `5:${id}`, 'USD');
    const drawn: number[] = [];
    for (const id of [1, 2]) marks.subscribe(id, () => drawn.push(id));
    pending.set([edit('5:1')]);
    expect(drawn).toEqual([1]);
    expect(marks.of(1)).toMatchObject({ selected: false, cells: { cpt_bid: { text: '1.20', was: '1.00' } } });
    expect(marks.of(1)).toBe(marks.of(1));
    expect(marks.of(2)).toBeUndefined();
    selection.toggle(2);
    expect(drawn).toEqual([1, 2]);
    expect(marks.of(2)).toMatchObject({ selected: true });
    pending.remove(pending.all());
    expect([marks.of(1), pending.all()]).toEqual([undefined, []]);
  });

  it('are summed up by kind and by what they come to', () => {
    const bids = [edit('1:2'), edit('1:3', { value: 500_000 })];
    expect(summaryOf(bids, 'USD')).toEqual({ count: '2 bids', effect: '1 raised, 1 lowered, −15.00 % average' });
    const cap = edit('1', { field: 'daily_cap', base: 50_000_000, value: 92_000_000 });
    expect(summaryOf([cap], 'USD')).toEqual({ count: '1 budget', effect: 'daily cap exposure +42.00' });
    expect(summaryOf([cap, ...bids], 'USD').count).toBe('3 edits');
  });

  it('are sent in as few calls as the calls allow, with what they are based on', () => {
    const base = { application_id: 2, asa_organization_id: 3 };
    const edits = [
      edit('1', { field: 'daily_cap', value: 60_000_000, base: 50_000_000 }),
      edit('1:4', { field: 'cpa_goal', value: null, base: 3_000_000 }),
      edit('2:5'),
      edit('1:4:7', { base: null, follows: 1_000_000 }),
      edit('2:5:8'),
    ];
    expect(writeRequests(edits, base, false).map(({ path, body }) => [path.slice(9), body])).toEqual([
      ['campaigns_budgets', { ...base, budgets: { 1: { daily: 60 } }, based_on: { 1: { daily: 50 } } }],
      [
        'adgroups_bids',
        { ...base, campaign_id: 1, update_keywords: false, bids: { 4: { cpa: null } }, based_on: { 4: { cpa: 3 } } },
      ],
      [
        'adgroups_bids',
        { ...base, campaign_id: 2, update_keywords: false, bids: { 5: { cpt: 1.2 } }, based_on: { 5: { cpt: 1 } } },
      ],
      ['keywords_bids', { ...base, new_bids: { '1:4:7': 1.2, '2:5:8': 1.2 }, based_on: { '1:4:7': null, '2:5:8': 1 } }],
    ]);
  });

  it('go when they were made, and stay with the reason when not; what the answer does not name is left alone', () => {
    const sent = [edit('1:2:1'), edit('1:2:2'), edit('1:2:3'), edit('1:2:4')];
    const row = (key: string, outcome: 'changed' | 'conflict' | 'unknown') => ({
      key,
      field: 'cpt_bid' as const,
      outcome,
      old: 1,
      new: 1.2,
    });
    const { done, kept } = settleEdits(sent, {
      change_id: 'c',
      results: [
        row('1:2:1', 'changed'),
        { ...row('1:2:2', 'conflict'), current: 1.35, changed_by: 'Ann' },
        row('1:2:3', 'unknown'),
      ],
    });
    expect(done.map(({ key }) => key)).toEqual(['1:2:1']);
    expect(kept.map(({ key, trouble }) => [key, trouble?.outcome])).toEqual([
      ['1:2:2', 'conflict'],
      ['1:2:3', 'unknown'],
    ]);
    expect(kept[0]?.trouble).toMatchObject({ current: 1_350_000, changedBy: 'Ann', changeId: 'c' });
    expect(kept.map(withMine)).toEqual([{ ...edit('1:2:2'), base: 1_350_000 }, null]);
  });
});

it('an edit whose effect was looked for in vain says so, and is not asked about any more', () => {
  const results = [{ key: '1:2:3', field: 'cpt_bid', outcome: 'unknown', old: 1, new: 1.2 } as const];
  const { kept } = settleEdits([edit('1:2:3')], { change_id: 'c', done: true, results });
  expect(kept[0]?.trouble).toMatchObject({ outcome: 'unknown', left: true });
  expect(openChanges(null, kept)).toEqual([]);
  const { kept: looking } = settleEdits([edit('1:2:3')], { change_id: 'c', done: false, results });
  expect(openChanges(null, looking)).toEqual(['c']);
});

describe('values in cells', () => {
  it('keep every decimal they have', () => {
    expect(
      [1_200_000, 99_990_000, 320_000_000, 320_500_000, null, true].map((value) => editText(value, 'USD')),
    ).toEqual(['1.20', '99.99', '320', '320.50', '–', 'On']);
  });
});

describe('the preview', () => {
  it('says which limits a row goes over before it is sent', () => {
    const facts = {
      currency: 'USD',
      ownBids: () => 0,
      updateKeywords: false,
      displayedValue: () => undefined,
      dailyBudget: () => 4_000_000,
      guardrails: {
        bid_step: { people: 'warn', rules: 'off', factor: 3, plus: 1 },
        budget_step: { people: 'off', factor: 3 },
      } as const,
    };
    const notes = (overrides: Partial<PendingEdit>) =>
      previewRows([edit('1:2:3', overrides)], facts).flatMap((row) =>
        row.notes.map(({ tone, text }) => `${tone}: ${text}`),
      );
    expect(notes({ value: 3_000_000 })).toEqual([]);
    expect(notes({ value: 3_010_000 })).toEqual(['warning: Guardrail: over 3 times the old value, limit 3.00']);
    expect(notes({ base: 100_000, value: 1_100_000 })).toEqual([]);
    expect(notes({ base: 2_000_000, value: 4_010_000 })).toEqual([
      'error: Bid must not exceed the daily budget (4.00)',
    ]);
    expect(notes({ field: 'daily_cap', value: 90_000_000 })).toEqual([]);
  });
});
