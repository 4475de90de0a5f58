import { describe, expect, it } from 'vitest';
import { DomainError } from '../../shared/domain-error.ts';
import { createLabel, deleteLabel, labelName, mostLabels, renameLabel } from './label.decider.ts';
import type { LabelEvent } from './label.events.ts';
import {
  changeLabelObjects,
  type LabelChange,
  labelRowStates,
  labelWishes,
  mostLabelsOfObject,
  undoLabelWishes,
} from './label-change.ts';
import { labelTrailsDecider } from './label-trail.ts';
import { countLabelledObjects, type Labels, labelsDecider, labelsOf, labelsWithParents } from './labels.ts';
import { labelChangeOfRule } from './rule-labelling.ts';

const at = '2026-11-23T09:00:00.000Z';
const changeId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const created = (label_id: number, name = `Label ${label_id}`) => ({
  application_id: 1,
  label_id,
  name,
  account_id: 7,
  created_at: at,
});
const fold = (events: readonly LabelEvent[], state = labelsDecider.initialState()): Labels =>
  labelsDecider.evolveMany(state, events);
const withLabels = (...ids: number[]): Labels =>
  ids.reduce((state, id) => fold(createLabel(state, created(id)), state), labelsDecider.initialState());

const change = (number: number, labelId: number, rows: LabelChange['rows']): LabelChange => ({
  application_id: 1,
  change_id: changeId(number),
  label: { label_id: labelId, name: `Label ${labelId}` },
  actor: { kind: 'person', account_id: 7, source: null },
  comment: null,
  undoes: null,
  changed_at: at,
  settings_currency: 'USD',
  campaigns: [{ campaign_id: 1, org_id: 9 }],
  rows,
});
const add = (key: string) => ({ key, add: true, deleted: false });
const remove = (key: string) => ({ key, add: false, deleted: false });
const refusal = (attempt: () => unknown): string => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof DomainError) return `${error.code}: ${error.message}`;
  }
  return 'none';
};

describe('names of labels', () => {
  it('have 1 to 40 characters, counted as people see them, without control characters', () => {
    expect(labelName('  Stars ')).toBe('Stars');
    expect(labelName('🌟'.repeat(40))).toHaveLength(80);
    for (const bad of ['', '  ', '🌟'.repeat(41), 'a\r\nb', 'a\u202eb']) {
      expect(refusal(() => labelName(bad))).toMatch(/^(invalid_request|name_invalid): /);
    }
  });

  it('are taken whatever their case and spaces, by other labels alone', () => {
    const state = fold(createLabel(withLabels(), created(1, 'Top  Stars')));
    const taken = 'conflict: There is already a label with this name';
    expect(refusal(() => createLabel(state, created(2, 'ｔop stars')))).toBe(taken);
    const rename = (label_id: number, name: string) => ({
      application_id: 1,
      label_id,
      name,
      account_id: 7,
      renamed_at: at,
    });
    expect(renameLabel(state, rename(1, 'top stars'))).toHaveLength(1);
    const two = fold(createLabel(state, created(2)), state);
    expect(refusal(() => renameLabel(two, rename(2, 'TOP STARS')))).toBe(taken);
    expect(refusal(() => renameLabel(two, rename(3, 'Other')))).toBe('not_found: Label not found');
  });

  it('are at most 50 in an application', () => {
    const full = withLabels(...Array.from({ length: mostLabels }, (_, index) => index + 1));
    expect(refusal(() => createLabel(full, created(51)))).toBe('too_many: Too many labels: at most 50');
  });
});

describe('a change of labels', () => {
  it('says of every row what it came to, and is made once', () => {
    const state = withLabels(1);
    const rows = [add('1'), add('1:2'), { ...add('1:2:3'), deleted: true }, remove('1:4')];
    const events = changeLabelObjects(state, change(1, 1, rows));
    const after = fold(events, state);
    expect(events.flatMap(({ data }) => ('rows' in data ? labelRowStates(data) : []))).toEqual([
      { key: '1', field: 'label', outcome: 'changed', old: null, new: 'Label 1' },
      { key: '1:2', field: 'label', outcome: 'changed', old: null, new: 'Label 1' },
      { key: '1:2:3', field: 'label', outcome: 'skipped', old: null, new: 'Label 1', message: 'deleted' },
      { key: '1:4', field: 'label', outcome: 'unchanged', old: null, new: null },
    ]);
    expect([...after.objects.keys()]).toEqual(['1', '1:2']);
    expect(changeLabelObjects(after, change(1, 1, rows))).toEqual([]);
    const again = fold(changeLabelObjects(after, change(2, 1, [add('1')])), after);
    expect(labelsOf(again, '1')).toEqual([1]);
  });

  it('gives no object more than ten labels', () => {
    const ids = Array.from({ length: mostLabelsOfObject + 1 }, (_, index) => index + 1);
    const state = ids.reduce(
      (before, id) => fold(changeLabelObjects(before, change(id, id, [add('1')])), before),
      withLabels(...ids),
    );
    expect(labelsOf(state, '1')).toEqual(ids.slice(0, mostLabelsOfObject));
    const [event] = changeLabelObjects(state, change(99, 11, [add('1'), add('2')]));
    expect(event?.data).toMatchObject({ rows: [{ outcome: 'refused' }, { outcome: 'changed' }] });
  });

  it('names no object twice, and at least one', () => {
    expect(refusal(() => labelWishes(['1'], ['1']))).toBe('invalid_request: Row given twice: 1');
    expect(refusal(() => labelWishes([], []))).toBe('invalid_request: Nothing to change');
    expect(
      refusal(() =>
        labelWishes(
          Array.from({ length: 5001 }, (_, id) => `${id + 1}`),
          [],
        ),
      ),
    ).toMatch(/^too_many_rows/);
  });

  it('counts labels of parents for filters, but not for the object itself', () => {
    const before = withLabels(1, 2, 3);
    const state = [change(1, 1, [add('1')]), change(2, 2, [add('1:2')]), change(3, 3, [add('1:2:3')])].reduce(
      (next, labelChange) => fold(changeLabelObjects(next, labelChange), next),
      before,
    );
    expect([...labelsWithParents(state, '1:2:3')]).toEqual([1, 2, 3]);
    expect([...labelsWithParents(state, '1:2:4')]).toEqual([1, 2]);
    expect([...labelsWithParents(state, '1:2:t:rain noise')]).toEqual([1, 2]);
    expect(labelsOf(state, '1:2:3')).toEqual([3]);
    expect(Object.fromEntries(countLabelledObjects(state))).toEqual({ 1: 1, 2: 1, 3: 1 });
  });
});

describe('undo', () => {
  const start = withLabels(1);
  const changed = fold(changeLabelObjects(start, change(1, 1, [add('1'), add('2')])), start);
  const [event] = changeLabelObjects(start, change(1, 1, [add('1'), add('2')]));
  const data = event?.type === 'LabelObjectsChanged' ? event.data : undefined;
  const now = Date.parse(at);

  it('takes back what was changed, in reverse, and says so of the change', () => {
    if (data === undefined) throw new Error('No change');
    const wishes = undoLabelWishes(data, { now });
    expect(wishes).toEqual([
      { key: '2', add: false },
      { key: '1', add: false },
    ]);
    const rows = wishes.map((wish) => ({ ...wish, deleted: false }));
    const undo = {
      ...change(2, 1, rows),
      undoes: changeId(1),
      actor: { kind: 'undo' as const, account_id: 7, source: changeId(1) },
    };
    const after = fold(changeLabelObjects(changed, undo), changed);
    expect(after.objects.size).toBe(0);
    expect(after.changes.get(changeId(1))).toEqual({ revision: 1, undoneBy: changeId(2) });
    expect(undoLabelWishes(data, { now, keys: ['1'] })).toEqual([{ key: '1', add: false }]);
    expect(refusal(() => undoLabelWishes(data, { now, keys: ['3'] }))).toMatch(/^invalid_request: keys names/);
    expect(refusal(() => undoLabelWishes(data, { now: now + 91 * 86_400_000 }))).toMatch(/90 days/);
  });

  it('of a label that was deleted since skips its rows', () => {
    const gone = { application_id: 1, label_id: 1, account_id: 7, deleted_at: at };
    const rule = { id: 4, name: 'Stars' };
    expect(refusal(() => deleteLabel(changed, gone, [rule]))).toBe('conflict: This label is used by rules: "Stars"');
    const after = fold(deleteLabel(changed, gone, []), changed);
    expect(after.objects.size).toBe(0);
    const undo = {
      ...change(2, 1, [remove('1')]),
      actor: { kind: 'undo' as const, account_id: 7, source: changeId(1) },
    };
    expect(changeLabelObjects(after, undo)[0]?.data).toMatchObject({ name: 'Label 1', rows: [{ outcome: 'skipped' }] });
    expect(refusal(() => changeLabelObjects(after, change(3, 1, [add('1')])))).toBe('not_found: Label not found');
  });
});

describe('what rules need', () => {
  const day = 86_400_000;
  const labelling = (number: number, isAdded: boolean, atMs: number) =>
    labelChangeOfRule({
      change_id: changeId(number),
      application_id: 1,
      organization: { org_id: 9, currency: 'USD' },
      label: { label_id: 1, name: 'Label 1' },
      add: isAdded,
      keys: ['1:2:3', '1:2:4'],
      source: '12.3.2026-11-23T09',
      comment: 'Stars',
      at: new Date(atMs).toISOString(),
    });

  it('is a change of the rule, whose units are in one organization, and a trail of each unit', () => {
    const start = withLabels(1);
    const begin = Date.parse(at);
    const [added] = changeLabelObjects(start, labelling(1, true, begin));
    const state = fold(added === undefined ? [] : [added], start);
    expect(added?.data).toMatchObject({
      actor: { kind: 'rule', account_id: null, source: '12.3.2026-11-23T09' },
      comment: 'Stars',
      settings_currency: 'USD',
      campaigns: [{ campaign_id: 1, org_id: 9 }],
    });
    const removed = changeLabelObjects(state, labelling(2, false, begin + 50 * day));
    const trails = labelTrailsDecider.evolveMany(new Map(), added === undefined ? removed : [added, ...removed]);
    expect(trails.get('1:2:3')?.map(({ add: isAdded, label_id }) => [isAdded, label_id])).toEqual([
      [true, 1],
      [false, 1],
    ]);
    const later = fold(removed, state);
    const again = changeLabelObjects(later, labelling(3, true, begin + 100 * day));
    expect(labelTrailsDecider.evolveMany(trails, again).get('1:2:4')).toHaveLength(2);
  });

  it('is skipped where the label was deleted while the rule ran', () => {
    const [event] = changeLabelObjects(withLabels(), labelling(1, true, Date.parse(at)));
    expect(event?.data).toMatchObject({ rows: [{ outcome: 'skipped' }, { outcome: 'skipped' }] });
  });
});
