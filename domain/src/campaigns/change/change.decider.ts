import type { Decider } from '../../shared/decider.ts';
import type { ChangeEvent } from './change.events.ts';

type Data<Type extends ChangeEvent['type']> = Extract<ChangeEvent, { type: Type }>['data'];
export type ChangeRequest = Data<'ChangeRequested'>;

/** Calls for a row so far; `open` while none of them ended, or one ended without an outcome. */
export interface RowCalls {
  /** How often a call for it was begun. */
  readonly sent: number;
  /** How many of those certainly had no effect: held back by the limit, or never sent. */
  readonly held: number;
  /** When the last call began and ended; ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** How the last call ended; `null` while it is under way, or when its process died. */
  readonly end: 'unknown' | 'limited' | 'not_sent' | null;
}

export type ChangeState =
  | { readonly status: 'absent' }
  | {
      readonly status: 'requested' | 'settled';
      readonly request: ChangeRequest;
      readonly claimed: boolean;
      readonly calls: ReadonlyMap<number, RowCalls>;
      /** All rows without an outcome were sent and not answered, or wait for such a row: later changes of other settings go on. */
      readonly leftUnconfirmed: boolean;
      /** Up to which event of each campaign the outcomes are, once all are there. */
      readonly settledIn: readonly { readonly campaign_id: number; readonly revision: number }[];
      /** Rows that were not made, once all have outcomes. */
      readonly failed: number;
      /** Changes that take rows of this one back, oldest first. */
      readonly undoneBy: readonly string[];
    };
export type ExistingChange = Exclude<ChangeState, { status: 'absent' }>;

/** Fold of `change-<changeId>`. */
export const changeDecider: Decider<ChangeState, ChangeEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, event) {
    if (event.type === 'ChangeRequested') {
      if (state.status !== 'absent') return state;
      const nothing = {
        claimed: false,
        calls: new Map(),
        leftUnconfirmed: false,
        settledIn: [],
        failed: 0,
        undoneBy: [],
      };
      return { status: 'requested', request: event.data, ...nothing };
    }
    if (state.status === 'absent') return state;
    switch (event.type) {
      case 'ChangeTakenUp':
        return { ...state, claimed: true };
      case 'ChangeWritesStarted':
        return { ...state, calls: withStarted(state.calls, event.data) };
      case 'ChangeWritesLeftOpen':
        return { ...state, calls: withEnded(state.calls, event.data) };
      case 'ChangeLeftInDoubt':
        return { ...state, leftUnconfirmed: true };
      case 'ChangeSettled':
        return { ...state, status: 'settled', settledIn: event.data.campaigns, failed: event.data.failed ?? 0 };
      case 'ChangeUndone':
        return { ...state, undoneBy: [...state.undoneBy, event.data.by_change_id] };
      default:
        return state;
    }
  },
};

/** Records the intent, once. */
export function requestChange(state: ChangeState, request: ChangeRequest): ChangeEvent[] {
  return state.status === 'absent' ? [{ type: 'ChangeRequested', data: request }] : [];
}

export function claimChange(state: ChangeState, data: Data<'ChangeTakenUp'>): ChangeEvent[] {
  return state.status === 'requested' && !state.claimed ? [{ type: 'ChangeTakenUp', data }] : [];
}

/**
 * Records that rows are being sent.
 * @param seen How often each was sent when it was decided to send it. A row that was sent meanwhile, by whomever, is not among those
 * recorded: it must be read first.
 */
export function startWrites(
  state: ChangeState,
  data: Omit<Data<'ChangeWritesStarted'>, 'settings'>,
  seen: (row: number) => number,
): ChangeEvent[] {
  if (state.status !== 'requested') return [];
  const rows = data.rows.filter((row) => (state.calls.get(row)?.sent ?? 0) === seen(row));
  const settings = rows.flatMap((row) => {
    const changeRow = state.request.rows[row];
    return changeRow === undefined ? [] : [{ key: changeRow.key, field: changeRow.field, new: changeRow.new }];
  });
  return rows.length === 0 ? [] : [{ type: 'ChangeWritesStarted', data: { ...data, rows, settings } }];
}

/** Records how calls under way ended without an outcome. */
export function leaveWritesOpen(state: ChangeState, data: Data<'ChangeWritesLeftOpen'>): ChangeEvent[] {
  if (state.status !== 'requested') return [];
  const rows = data.rows.filter((row) => state.calls.get(row)?.end === null);
  return rows.length === 0 ? [] : [{ type: 'ChangeWritesLeftOpen', data: { ...data, rows } }];
}

/** Records, once, that nothing is left of a change but what was not answered. */
export function leaveUnconfirmed(state: ChangeState, data: Data<'ChangeLeftInDoubt'>): ChangeEvent[] {
  return state.status === 'requested' && !state.leftUnconfirmed ? [{ type: 'ChangeLeftInDoubt', data }] : [];
}

/**
 * Rows of which a call may have had its effect and which have no outcome, and rows that wait for one of those.
 * @param settled Rows with an outcome, of all campaigns.
 */
export function unconfirmedRows(
  { request, calls }: ExistingChange,
  settled: { has(row: number): boolean },
): Set<number> {
  const unconfirmed = new Set<number>();
  const sent = (row: number): boolean => {
    const end = calls.get(row)?.end;
    return end === null || end === 'unknown';
  };
  // A row comes after the one that it waits for.
  for (const [row, { parent }] of request.rows.entries()) {
    if (!settled.has(row) && (sent(row) || (parent !== undefined && unconfirmed.has(parent)))) unconfirmed.add(row);
  }
  return unconfirmed;
}

export function settleChange(state: ChangeState, data: Data<'ChangeSettled'>): ChangeEvent[] {
  return state.status === 'requested' ? [{ type: 'ChangeSettled', data }] : [];
}

export function noteUndo(state: ChangeState, data: Data<'ChangeUndone'>): ChangeEvent[] {
  if (state.status === 'absent' || state.undoneBy.includes(data.by_change_id)) return [];
  return [{ type: 'ChangeUndone', data }];
}

type Calls = ReadonlyMap<number, RowCalls>;

function withStarted(calls: Calls, { rows, started_at }: Data<'ChangeWritesStarted'>): Calls {
  const started = new Map(calls);
  for (const row of rows) {
    const { sent = 0, held = 0 } = calls.get(row) ?? {};
    started.set(row, { sent: sent + 1, held, startedAt: started_at, endedAt: null, end: null });
  }
  return started;
}

function withEnded(calls: Calls, { rows, end, ended_at }: Data<'ChangeWritesLeftOpen'>): Calls {
  const ended = new Map(calls);
  for (const row of rows) {
    const call = calls.get(row);
    const held = (call?.held ?? 0) + (end === 'unknown' ? 0 : 1);
    if (call !== undefined) ended.set(row, { ...call, held, end, endedAt: ended_at });
  }
  return ended;
}
