import { type ExistingChange, objectOfKey, type RowResult } from '@tapwise/domain';
import type { ChangeLog } from './change-log.ts';

/** Outcomes of rows of other campaigns that rows of this one wait for. */
export async function parentsElsewhere(change: ExistingChange, log: ChangeLog, campaignId: number) {
  const ends = new Map<number, RowResult['outcome']>();
  for (const other of campaignsBefore(change, log.rowsOf(campaignId), campaignId)) {
    for (const [row, end] of await log.settledRows(other)) ends.set(row, end);
  }
  return ends;
}

/** Other campaigns with rows that these wait for. */
export function campaignsBefore({ request }: ExistingChange, rows: readonly number[], campaignId: number): Set<number> {
  const parents = rows.flatMap((row) => request.rows[request.rows[row]?.parent ?? -1] ?? []);
  const others = parents.map(({ key }) => objectOfKey(key).campaignId).filter((other) => other !== campaignId);
  return new Set(others);
}
