import { type ChangeHistory, SearchAdsError, type WriteScope } from '@tapwise/adapters';
import {
  type OutsideSetting,
  objectOfKey,
  type RecordedCall,
  recordedCall,
  replacedNote,
  type SentDecision,
  type SettingValue,
  settleByRecord,
  type UnsentDecision,
} from '@tapwise/domain';
import { type ActorVault, encryptedActor } from '../change-history/encrypted-actor.ts';
import { readHistory } from '../change-history/read-history.ts';
import type { OpenRow } from './row-progress.ts';

type RowDecision = SentDecision | UnsentDecision | 'unknown';

/** The record of the ad service, and what people in it are encrypted with. */
export interface ChangeRecord {
  readonly history: ChangeHistory;
  readonly vault: ActorVault;
  readonly applicationId: number;
}

/** A row, and what its object alone says about it. */
export interface DecidedRow {
  readonly openRow: OpenRow;
  /** What the reading means; `unknown`: it was the last one. */
  readonly decision: RowDecision;
  /** What it showed; `undefined` where there is no such object. */
  readonly current: SettingValue | undefined;
}

export interface SettledRow {
  readonly decision: RowDecision;
  /** Who set what is there now. */
  readonly setter?: OutsideSetting;
  readonly note?: string;
}

const minuteMs = 60_000;
/** A value that differs from the one a row was based on was set at most so long ago, as far as it is asked. */
const setBeforeMs = 24 * 60 * minuteMs;

/**
 * Asks the record, once, about rows that are unclear.
 * @param now Milliseconds.
 * @returns by row; nothing where the record cannot be read, so that the readings alone decide.
 */
export async function settleUnclear(
  { history, vault, applicationId }: ChangeRecord,
  scope: WriteScope,
  unclear: readonly DecidedRow[],
  now: number,
): Promise<ReadonlyMap<number, SettledRow>> {
  const settled = new Map<number, SettledRow>();
  const rows = unclear.filter(({ openRow: { row } }) => row.field !== 'creative' && row.field !== 'negative');
  if (rows.length === 0) return settled;
  const from = Math.min(...rows.map(({ openRow }) => callsSince(openRow, now))) - minuteMs;
  try {
    const objects = rows.map(({ openRow: { row } }) => objectOfKey(row.key));
    const { record } = await readHistory(history, scope, objects, { from, to: now + minuteMs });
    for (const { openRow, decision, current } of rows) {
      const call = recordedCall(record, openRow.row, callsSince(openRow, now), current ?? null);
      const { setter } = call;
      const by = setter && { actor: await encryptedActor(vault, applicationId, record, setter), at: setter.at };
      settled.set(openRow.index, {
        ...settledRow(openRow, decision, call),
        ...(by === undefined ? {} : { setter: by }),
      });
    }
  } catch (error) {
    if (!(error instanceof SearchAdsError)) throw error;
    return new Map();
  }
  return settled;
}

/** One that was not sent waits for nothing: the record only says who set what is there. */
function settledRow({ progress }: OpenRow, decision: RowDecision, call: RecordedCall): SettledRow {
  if (progress.state === 'fresh' || decision === 'unchanged') return { decision };
  const result = settleByRecord(decision, call);
  return { decision: result, ...(result === 'conflict' && call.isMade ? { note: replacedNote } : {}) };
}

/** When the first call for a row began whose end is not known; milliseconds. */
function callsSince({ progress }: OpenRow, now: number): number {
  if (progress.state === 'fresh') return now - setBeforeMs;
  const [first] = progress.attempts;
  return first === undefined ? progress.failedAt - minuteMs : Date.parse(first.sent_at);
}
