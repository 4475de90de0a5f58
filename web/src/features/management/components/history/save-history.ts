import { csvLine } from '@tapwise/contract';
import { saveFile } from '../../../../shared/files/save-file.ts';
import { managementMessages as words } from '../../messages.ts';
import type { HistoryEntry } from '../../model/history-entries.ts';

/** Saves the changes as they are filtered, one row of a change a line. */
export function saveHistory(entries: readonly HistoryEntry[], currency: string): void {
  const lines = entries.flatMap((entry) =>
    entry.rows.map((row) =>
      csvLine([
        ...[row.at, entry.who, row.actor_kind, row.campaign_name, row.ad_group_name, row.name, row.field],
        ...[row.old, row.new, currency, row.outcome, entry.reason, entry.changeId ?? ''],
      ]),
    ),
  );
  // Sheets take a file without the mark for one in their own encoding.
  saveFile(
    new Blob(['\ufeff', csvLine([...words.exported]), ...lines], { type: 'text/csv;charset=utf-8' }),
    'changes.csv',
  );
}
