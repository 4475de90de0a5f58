import type { ReportRow, ReportTotals } from '@tapwise/contract';

/** What differs between two states of a report. */
export interface RowChanges {
  /** Whole rows that are new or have another cell than before. */
  changed: ReportRow[];
  /** Ids of rows that are no longer in the report. */
  removed: number[];
  /** True when `changed` holds every row, because what was there before is not remembered or counts no more. */
  snapshot: boolean;
}

export interface LedgerResponse {
  rows: readonly ReportRow[];
  totals: ReportTotals;
}

/** The rows of one report as they were last sent, and since which position each has been what it is. */
export interface RowLedger {
  /**
   * Takes a newer answer in.
   * @param position one more than the answer's own when it may hold something newer.
   * @returns what differs, and whether rows or totals differ at all.
   */
  apply(response: LedgerResponse, position: bigint): RowChanges & { any: boolean };
  /** What a page that has the report as of `position` lacks. */
  since(position: bigint): RowChanges;
}

const mayRememberRemoved = 5000;

/** @param response the first state, at `position`; nothing is known of the time before. */
export function createRowLedger(response: LedgerResponse, position: bigint): RowLedger {
  const rows = new Map<number, { row: ReportRow; text: string; changedAt: bigint }>();
  const removed = new Map<number, bigint>();
  let totals = JSON.stringify(response.totals);
  let startPosition = position;
  let latest = position;
  for (const row of response.rows) rows.set(row.id, { row, text: JSON.stringify(row), changedAt: position });

  const everything = (): RowChanges => ({
    changed: [...rows.values()].map(({ row }) => row),
    removed: [],
    snapshot: true,
  });

  return {
    apply: (next, at) => {
      const changed = next.rows.filter((row) => {
        const text = JSON.stringify(row);
        if (rows.get(row.id)?.text === text) return false;
        rows.set(row.id, { row, text, changedAt: at });
        removed.delete(row.id);
        return true;
      });
      const currentIds = new Set(next.rows.map((row) => row.id));
      const gone = [...rows.keys()].filter((id) => !currentIds.has(id));
      for (const id of gone) {
        rows.delete(id);
        removed.set(id, at);
      }
      // Positions only run backwards when the tables were rebuilt; what was known before then says nothing any more.
      const isRebuilt = at < latest - 1n;
      if (isRebuilt || removed.size > mayRememberRemoved) {
        removed.clear();
        startPosition = at;
      }
      latest = at;
      const totalsBefore = totals;
      totals = JSON.stringify(next.totals);
      if (isRebuilt) return { ...everything(), any: true };
      const any = changed.length > 0 || gone.length > 0 || totals !== totalsBefore;
      return { changed, removed: gone, snapshot: false, any };
    },
    since: (since) => {
      if (since < startPosition) return everything();
      const changed = [...rows.values()].filter(({ changedAt }) => changedAt > since).map(({ row }) => row);
      const gone = [...removed].filter(([, at]) => at > since).map(([id]) => id);
      return { changed, removed: gone, snapshot: false };
    },
  };
}
