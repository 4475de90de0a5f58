import { chunksOf } from '../../shared/chunks.ts';
import type { Decider } from '../../shared/decider.ts';
import { rowsPerEvent } from './ads-report.decider.ts';
import { changedRows, withRows } from './figure-rows.ts';
import type { TermTotal, TermTotalEvent } from './term-totals.events.ts';

/** The newest snapshot of a campaign's search terms. */
export interface TermTotalsState {
  readonly rows: ReadonlyMap<string, TermTotal>;
  /** ISO 8601; `null` before the first snapshot was whole. */
  readonly pulledAt: string | null;
}
export type TermTotalsScope = Extract<TermTotalEvent, { type: 'TermTotalsPulled' }>['data'];

/** The days that a snapshot adds up begin so many days before the day it is taken on. */
export const termTotalDays = 365;

/** Fold of `termTotals-<applicationId>.<orgId>.<campaignId>`. */
export const termTotalsDecider: Decider<TermTotalsState, TermTotalEvent> = {
  initialState: () => ({ rows: new Map(), pulledAt: null }),
  evolve: (state, event) =>
    event.type === 'TermTotalsPulled'
      ? { ...state, pulledAt: event.data.pulled_at }
      : { ...state, rows: withRows(state.rows, event.data.rows, keyOf) },
};

/** Compares a whole snapshot with the one before: rows that differ, and that it is whole. One that is known changes nothing. */
export function recordTermTotals(
  { rows, pulledAt }: TermTotalsState,
  scope: TermTotalsScope,
  pulled: readonly TermTotal[],
): TermTotalEvent[] {
  if (pulledAt !== null && pulledAt >= scope.pulled_at) return [];
  const changed = changedRows(
    rows,
    pulled.filter(({ text }) => text !== ''),
    keyOf,
  );
  return [
    ...chunksOf(changed, rowsPerEvent).map(
      (part): TermTotalEvent => ({ type: 'TermTotalsRecorded', data: { ...scope, rows: part } }),
    ),
    { type: 'TermTotalsPulled', data: scope },
  ];
}

const keyOf = ({ ad_group_id, keyword_id, text }: TermTotal): string => `${ad_group_id} ${keyword_id} ${text}`;
