import { describe, expect, it } from 'vitest';
import { fold } from '../../shared/decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { ChangeRow } from '../change/change-row.ts';
import { olderLimits, sampleCampaign } from '../change/sample-change.fixture.ts';
import {
  actionsOf,
  applyChangeSet,
  approveChangeSet,
  createChangeSet,
  editChangeSet,
  leaveUnapplied,
  rejectChangeSet,
  requireApplicable,
  settleChangeSet,
  submitChangeSet,
  withdrawChangeSet,
} from './change-set.decider.ts';
import type { ChangeSetEvent, ChangeSetRow } from './change-set.events.ts';
import { changeSetDecider, type ExistingChangeSet, stateOf } from './change-set.state.ts';
import { type EnteredRow, readSetRows } from './read-rows.ts';
import { readSchedule, scheduleStep } from './schedule.ts';

const id = '0b9f3c1e-7d55-4f0e-8f0a-3d9c2a6e4b11';
const day = (count: number) => new Date(Date.UTC(2026, 10, 1 + count)).toISOString();
const row = (key: string, value: number, base = 1_000_000): ChangeSetRow => ({
  key,
  field: 'cpt_bid',
  base,
  new: value,
});
const keywordKey = '700:710:720';
const two = '700:710:721';
const created: ChangeSetEvent = {
  type: 'ChangeSetCreated',
  data: {
    change_set_id: id,
    application_id: 3,
    org_id: 9,
    currency: 'USD',
    name: 'Autumn',
    schedule: null,
    rows: [row(keywordKey, 1_200_000)],
    by: 17,
    at: day(0),
  },
};
const step = (by: number, at = 1, second_person = true) => ({
  by,
  at: day(at),
  comment: null,
  second_person,
  guardrails_confirmed: false,
});
const changeSetAfter = (...events: ChangeSetEvent[]): ExistingChangeSet => {
  const state = fold(changeSetDecider, [created, ...events]);
  if (state.status === 'absent') throw new Error('No set');
  return state;
};
const evolved = (state: ExistingChangeSet, events: ChangeSetEvent[]): ExistingChangeSet =>
  events.reduce((before, event) => changeSetDecider.evolve(before, event) as ExistingChangeSet, state);
const refusal = (act: () => unknown): string => {
  try {
    act();
    return 'none';
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
};

describe('a change set', () => {
  const draft = changeSetAfter();
  const submitted = evolved(draft, submitChangeSet(draft, step(17)));
  const approved = evolved(submitted, approveChangeSet(submitted, step(18, 2)));
  const change = { requested_at: day(3) } as Extract<ChangeSetEvent, { type: 'ChangeSetApplied' }>['data']['change'];
  const applying = evolved(approved, applyChangeSet(approved, { checked: approved, change }));
  const states: Record<string, ExistingChangeSet> = {
    draft,
    submitted,
    approved,
    applying,
    applied: evolved(applying, settleChangeSet(applying, { failed: 0, at: day(4) })),
    rejected: evolved(submitted, rejectChangeSet(submitted, step(18))),
    withdrawn: evolved(draft, withdrawChangeSet(draft, step(17))),
  };
  const edit = { rows: [row(two, 1_500_000)], removed: [], by: 18, at: day(4) };
  const steps: Record<string, (set: ExistingChangeSet, at?: number) => unknown> = {
    edit: (set, at = 4) => editChangeSet(set, { ...edit, at: day(at) }),
    submit: (set, at = 4) => submitChangeSet(set, step(17, at)),
    approve: (set, at = 4) => approveChangeSet(set, step(18, at)),
    reject: (set, at = 4) => rejectChangeSet(set, step(18, at)),
    withdraw: (set, at = 4) => withdrawChangeSet(set, step(17, at)),
    apply: (set, at = 4) => requireApplicable(set, { second_person: true, now: Date.parse(day(at)) }),
  };

  it.each([
    ['draft', ['edit', 'submit', 'withdraw']],
    ['submitted', ['edit', 'approve', 'reject', 'withdraw']],
    ['approved', ['edit', 'withdraw', 'apply']],
    ['applying', []],
    ['applied', []],
    ['rejected', []],
    ['withdrawn', []],
  ])('that is %s allows %j and nothing else', (state, allowed) => {
    const set = states[state] as ExistingChangeSet;
    const free = Object.entries(steps).filter(([, attempt]) => refusal(() => attempt(set)) === 'none');
    expect(free.map(([name]) => name)).toEqual(allowed);
    for (const [name, attempt] of Object.entries(steps)) {
      if (!allowed.includes(name)) expect(refusal(() => attempt(set))).toBe('wrong_state');
      // Thirty days after the last edit nothing is possible any more.
      expect(refusal(() => attempt(set, 31))).toBe('wrong_state');
    }
    const offered = actionsOf(set, { by: 18, second_person: true, now: Date.parse(day(4)) });
    expect(offered).toEqual(
      ['submit', 'approve', 'reject', 'withdraw', 'apply'].filter((action) => allowed.includes(action)),
    );
  });

  it('is draft again after an edit, and what was approved does not count any more', () => {
    const edited = evolved(approved, editChangeSet(approved, edit));
    expect(edited).toMatchObject({ status: 'draft', approver: null, editors: [17, 18] });
    expect([...edited.rows.keys()]).toEqual([`${keywordKey} cpt_bid`, `${two} cpt_bid`]);
    // It is submitted by the first author now, and the one who edited it may not approve it.
    const again = evolved(edited, submitChangeSet(edited, step(17, 5)));
    expect(refusal(() => approveChangeSet(again, step(18, 5)))).toBe('not_allowed');
    expect(refusal(() => approveChangeSet(again, step(17, 5)))).toBe('not_allowed');
    expect(refusal(() => approveChangeSet(again, step(19, 5)))).toBe('none');
    expect(actionsOf(again, { by: 18, second_person: true, now: Date.parse(day(5)) })).not.toContain('approve');
  });

  it('needs no second person while the rule is off, and needs one when it was switched on since', () => {
    const submitted = evolved(draft, submitChangeSet(draft, step(17, 1, false)));
    expect(submitted).toMatchObject({ status: 'approved', approver: null });
    const now = Date.parse(day(2));
    expect(refusal(() => requireApplicable(submitted, { second_person: false, now }))).toBe('none');
    expect(refusal(() => requireApplicable(submitted, { second_person: true, now }))).toBe('not_allowed');
  });

  it('is applied as it was checked or not at all', () => {
    const edited = evolved(approved, editChangeSet(approved, { ...edit, at: day(3) }));
    const twice = evolved(edited, submitChangeSet(edited, step(17, 3, false)));
    expect(refusal(() => applyChangeSet(twice, { checked: approved, change }))).toBe('conflict');
    expect(stateOf(states.applied as ExistingChangeSet, Date.parse(day(90)))).toBe('applied');
    expect(stateOf(evolved(applying, settleChangeSet(applying, { failed: 1, at: day(4) })), 0)).toBe('partly_applied');
  });

  it('has one row for each object and field, at most 5,000, and knows what is to be removed', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => row(`700:710:${1000 + index}`, 5));
    const full = { ...edit, rows: rows(4999) };
    expect(evolved(draft, editChangeSet(draft, full)).rows.size).toBe(5000);
    expect(refusal(() => editChangeSet(draft, { ...full, rows: rows(5000) }))).toBe('too_many_rows');
    expect(refusal(() => createChangeSet({ status: 'absent' }, { ...created.data, rows: rows(5001) } as never))).toBe(
      'too_many_rows',
    );
    expect(refusal(() => editChangeSet(draft, { ...edit, removed: [{ key: two, field: 'cpt_bid' }] }))).toBe(
      'invalid_request',
    );
    const emptied = evolved(
      draft,
      editChangeSet(draft, { ...edit, rows: [], removed: [{ key: keywordKey, field: 'cpt_bid' }] }),
    );
    expect(emptied.rows.size).toBe(0);
    expect(refusal(() => submitChangeSet(emptied, step(17)))).toBe('invalid_request');
  });
});

describe('rows that go into a set', () => {
  const campaigns = new Map([[700, sampleCampaign()]]);
  const scope = { orgId: 9, adamId: 42, currency: 'USD', limits: olderLimits, campaigns };
  const read = (enteredRows: EnteredRow[], currentRows: ReadonlyMap<string, ChangeSetRow> = new Map()): ChangeRow[] =>
    readSetRows(enteredRows, currentRows, scope);

  it('have as base what was shown, what they had before, or what the log has', () => {
    const entered = { key: keywordKey, field: 'cpt_bid', new: '1.5' } as const;
    expect(read([entered])).toEqual([{ key: keywordKey, field: 'cpt_bid', base: 1_000_000, new: 1_500_000 }]);
    expect(read([{ ...entered, based_on: 0.9 }])[0]?.base).toBe(900_000);
    expect(read([{ ...entered, based_on: null }])[0]?.base).toBeNull();
    expect(read([entered], new Map([[`${keywordKey} cpt_bid`, row(keywordKey, 1, 800_000)]]))[0]?.base).toBe(800_000);
    expect(read([{ key: '700:710', field: 'status', new: 'active', based_on: 'PAUSED' }])).toEqual([
      { key: '700:710', field: 'status', base: 'PAUSED', new: 'ENABLED' },
    ]);
    expect(read([{ key: '700', field: 'status', new: 'DELETED' }])[0]).toMatchObject({ new: 'DELETED' });
  });

  it.each([
    ['a field that its object does not have', { key: '700', field: 'cpt_bid', new: 1 }, 'A campaign has no cpt_bid'],
    ['an unknown status', { key: '700', field: 'status', new: 'GONE' }, 'Unknown status'],
    ['a switch that is none', { key: '700:710', field: 'search_match', new: 1 }, 'Search Match is true or false'],
    [
      'a bid above the daily budget',
      { key: keywordKey, field: 'cpt_bid', new: 46 },
      'Bid must not exceed the daily budget (45.00)',
    ],
    ['no bid', { key: keywordKey, field: 'cpt_bid', new: null }, 'CPT is required'],
    [
      'a base that is no amount',
      { key: keywordKey, field: 'cpt_bid', new: 1, based_on: '$1' },
      'based_on must be a value as it was shown',
    ],
    ['an unknown keyword', { key: '700:710:9', field: 'cpt_bid', new: 1 }, 'Keyword not found'],
    ['a foreign campaign', { key: '701', field: 'status', new: 'PAUSED' }, 'Campaign not found'],
  ] as const)('are refused with %s', (_what, entered, message) => {
    expect(() => read([entered])).toThrow(message);
  });

  it('count lifetime budgets that are in the set already', () => {
    const currentRows = new Map([
      ['700 budget', { key: '700', field: 'budget', base: 90_000_000, new: 200_000_000 } as const],
    ]);
    const inTotal = { ...scope, campaigns: new Map([[700, sampleCampaign(undefined, { total: 90_000_000 })]]) };
    const enteredRows: EnteredRow[] = [{ key: '700', field: 'daily_cap', new: 100 }];
    expect(() => readSetRows(enteredRows, new Map(), inTotal)).toThrow('below the lifetime budget');
    expect(readSetRows(enteredRows, currentRows, inTotal)).toHaveLength(1);
  });
});

describe('the schedule of a set', () => {
  const berlin = 'Europe/Berlin';
  const at = (text: string) => Date.parse(text);
  const set = { status: 'approved', edited_at: '2026-03-20T00:00:00.000Z' } as const;

  it('is a local time, once and again where clocks change', () => {
    const due = (schedule: string) => {
      const wait = scheduleStep(
        { ...set, edited_at: '2026-10-20T00:00:00.000Z', schedule },
        berlin,
        at('2026-10-20T01:00:00Z'),
      );
      return wait?.kind === 'wait' ? new Date(wait.until).toISOString() : wait;
    };
    expect(due('2026-10-24T08:00')).toBe('2026-10-24T06:00:00.000Z');
    // 02:30 comes twice on that night; it is the first one.
    expect(due('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z');
    const gap = scheduleStep({ ...set, schedule: '2026-03-29T02:30' }, berlin, at('2026-03-28T00:00:00Z'));
    expect(gap).toEqual({ kind: 'wait', until: at('2026-03-29T01:30:00Z') });
  });

  it('is kept for three hours after its time, and missed then', () => {
    const kind = (now: string) => scheduleStep({ ...set, schedule: '2026-03-28T08:00' }, berlin, at(now))?.kind;
    expect(kind('2026-03-28T06:59:59.999Z')).toBe('wait');
    expect(kind('2026-03-28T07:00:00Z')).toBe('apply');
    expect(kind('2026-03-28T10:00:00Z')).toBe('apply');
    expect(kind('2026-03-28T10:00:00.001Z')).toBe('missed');
    expect(scheduleStep({ ...set, status: 'draft', schedule: '2026-03-28T08:00' }, berlin, 0)).toBeUndefined();
    expect(scheduleStep({ ...set, schedule: '2026-03-28T08:00' }, berlin, at('2026-05-01T00:00:00Z'))).toBeUndefined();
  });

  it.each([
    ['2026-02-30T08:00', 'must be a local time'],
    ['2026-03-28T24:00', 'must be a local time'],
    ['2026-03-20T00:59', 'must lie in the future'],
    ['2026-04-19T02:01', 'must lie within 30 days'],
  ])('is refused when it cannot come: %s', (schedule, message) => {
    expect(() => readSchedule(schedule, berlin, at('2026-03-20T00:00:00Z'))).toThrow(message);
  });

  it('ends when it was missed, unless another was given since', () => {
    const scheduled = evolved(changeSetAfter(), submitChangeSet(changeSetAfter(), step(17, 1, false)));
    const missed = { schedule: '2026-11-05T08:00', reason: 'missed', message: 'Missed', at: day(6) } as const;
    expect(leaveUnapplied(scheduled, missed)).toEqual([]);
    const due = { ...scheduled, schedule: missed.schedule };
    expect(evolved(due, leaveUnapplied(due, missed))).toMatchObject({
      status: 'approved',
      schedule: null,
      notApplied: { reason: 'missed' },
    });
  });
});
