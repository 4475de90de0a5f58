import { dayMs } from '../../shared/calendar/days.ts';
import type { Decider } from '../../shared/decider.ts';
import type { ChangeSetEvent, ChangeSetRow } from './change-set.events.ts';

type Applied = Extract<ChangeSetEvent, { type: 'ChangeSetApplied' }>['data'];

/** What the log says of a set; what time alone does to it is `stateOf`. */
export interface ExistingChangeSet {
  readonly status: 'draft' | 'submitted' | 'approved' | 'applying' | 'settled' | 'rejected' | 'withdrawn';
  readonly change_set_id: string;
  readonly application_id: number;
  readonly org_id: number;
  readonly currency: string;
  readonly name: string;
  readonly schedule: string | null;
  /** By `rowKey`, in the order in which they were added. */
  readonly rows: ReadonlyMap<string, ChangeSetRow>;
  readonly author: number;
  /** Everyone who had a hand in what it is to change. */
  readonly editors: readonly number[];
  /** Second person who approved it. */
  readonly approver: number | null;
  /** Limits that ask were confirmed when it was submitted or approved. */
  readonly guardrailsConfirmed: boolean;
  readonly change: Applied['change'] | null;
  readonly failed: number;
  readonly notApplied: {
    readonly schedule: string;
    readonly reason: 'missed' | 'refused';
    readonly message: string;
  } | null;
  readonly created_at: string;
  readonly edited_at: string;
  readonly updated_at: string;
  /** How many events it consists of. */
  readonly version: number;
}
export type ChangeSetFold = { readonly status: 'absent' } | ExistingChangeSet;

/** One row per object and field. */
export const rowKey = ({ key, field }: Pick<ChangeSetRow, 'key' | 'field'>): string => `${key} ${field}`;

/** Fold of `changeSet-<changeSetId>`. */
export const changeSetDecider: Decider<ChangeSetFold, ChangeSetEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, event) {
    if (event.type === 'ChangeSetCreated') return state.status === 'absent' ? created(event.data) : state;
    if (state.status === 'absent') return state;
    return { ...state, ...changeBy(state, event), version: state.version + 1 };
  },
};

function created(data: Extract<ChangeSetEvent, { type: 'ChangeSetCreated' }>['data']): ExistingChangeSet {
  const { rows, by, at, ...fields } = data;
  return {
    ...fields,
    status: 'draft',
    rows: new Map(rows.map((row) => [rowKey(row), row])),
    author: by,
    editors: [by],
    approver: null,
    guardrailsConfirmed: false,
    change: null,
    failed: 0,
    notApplied: null,
    created_at: at,
    edited_at: at,
    updated_at: at,
    version: 1,
  };
}

function changeBy(state: ExistingChangeSet, event: ChangeSetEvent): Partial<ExistingChangeSet> {
  switch (event.type) {
    case 'ChangeSetEdited':
      return edited(state, event.data);
    case 'ChangeSetSubmitted': {
      const { at, guardrails_confirmed } = event.data;
      return { status: 'submitted', guardrailsConfirmed: guardrails_confirmed, updated_at: at };
    }
    case 'ChangeSetApproved': {
      const { at, by, second_person, guardrails_confirmed } = event.data;
      const guardrailsConfirmed = state.guardrailsConfirmed || guardrails_confirmed;
      return { status: 'approved', approver: second_person ? by : null, guardrailsConfirmed, updated_at: at };
    }
    case 'ChangeSetRejected':
      return { status: 'rejected', updated_at: event.data.at };
    case 'ChangeSetWithdrawn':
      return { status: 'withdrawn', updated_at: event.data.at };
    case 'ChangeSetApplied':
      return { status: 'applying', change: event.data.change, updated_at: event.data.change.requested_at };
    case 'ChangeSetSettled':
      return { status: 'settled', failed: event.data.failed, updated_at: event.data.at };
    case 'ChangeSetNotApplied': {
      const { schedule, reason, message, at } = event.data;
      return { schedule: null, notApplied: { schedule, reason, message }, updated_at: at };
    }
    default:
      return {};
  }
}

function edited(
  state: ExistingChangeSet,
  { name, schedule, rows, removed, by, at }: Extract<ChangeSetEvent, { type: 'ChangeSetEdited' }>['data'],
): Partial<ExistingChangeSet> {
  const currentRows = new Map(state.rows);
  for (const row of removed) currentRows.delete(rowKey(row));
  for (const row of rows) currentRows.set(rowKey(row), row);
  return {
    status: 'draft',
    name,
    schedule,
    rows: currentRows,
    approver: null,
    guardrailsConfirmed: false,
    editors: [...new Set([...state.editors, by])],
    edited_at: at,
    updated_at: at,
    ...(schedule === null ? {} : { notApplied: null }),
  };
}

const expiryMs = 30 * dayMs;
const expiring: ReadonlySet<ExistingChangeSet['status']> = new Set(['draft', 'submitted', 'approved']);

/** When a set that was not applied is given up; ISO 8601. */
export const expiryOf = ({ edited_at }: Pick<ExistingChangeSet, 'edited_at'>): string =>
  new Date(Date.parse(edited_at) + expiryMs).toISOString();

export type ChangeSetState =
  | 'draft'
  | 'submitted'
  | 'approved'
  | 'applying'
  | 'applied'
  | 'partly_applied'
  | 'rejected'
  | 'withdrawn'
  | 'expired';

/** @param now Milliseconds. */
export function stateOf(set: Pick<ExistingChangeSet, 'status' | 'failed' | 'edited_at'>, now: number): ChangeSetState {
  if (set.status === 'settled') return set.failed === 0 ? 'applied' : 'partly_applied';
  return expiring.has(set.status) && now >= Date.parse(expiryOf(set)) ? 'expired' : set.status;
}
