import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { Copy20Regular } from '@fluentui/react-icons/svg/copy';
import { useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { tabSeparated } from '../../../tables/table-export/tab-separated.ts';
import { reportMessages as words } from '../../messages.ts';
import type { CsvOrder } from '../../model/export/csv-file.ts';
import styles from '../reports.module.css';
import { type ExcelOrder, type FileState, useExportFile } from './use-export-file.ts';

interface Props {
  /** What the workbook holds; `null` while there are no rows. */
  order: (() => ExcelOrder) | null;
  /** The server's file of the same report, where a workbook would be too long; `null` otherwise. */
  csv: CsvOrder | null;
  /** The table as lines of cells. */
  lines: () => Iterable<readonly string[]>;
}

/** Takes the table away: as a file, or into the clipboard. */
export function ExportButtons({ order, csv, lines }: Props) {
  const { state, startExcel, startCsv, cancel } = useExportFile();
  const [copied, setCopied] = useState<string | null>(null);
  const busy = state.status === 'preparing';
  const none = order === null;
  function copy(): void {
    const table = Array.from(lines());
    navigator.clipboard
      .writeText(tabSeparated(table))
      .then(() => setCopied(words.copied(table.length - 2)))
      .catch(() => setCopied(words.copyRefused));
  }
  return (
    <>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowDownload20Regular />}
        disabledFocusable={none || busy}
        title={none ? words.nothingToTake : csv === null ? undefined : words.csvTitle}
        onClick={() => {
          setCopied(null);
          if (order === null || busy) return;
          if (csv === null) startExcel(order());
          else startCsv(csv);
        }}
      >
        {csv === null ? 'Excel' : 'CSV'}
      </Button>
      <Button
        size="small"
        appearance="subtle"
        icon={<Copy20Regular />}
        disabledFocusable={none}
        title={none ? words.nothingToTake : words.copyTitle}
        onClick={() => !none && copy()}
      >
        Copy
      </Button>
      {busy && <Preparing {...state} onCancel={cancel} />}
      <span role="status" className={styles.exported} data-failed={state.status === 'failed' || undefined}>
        {copied ?? statusText(state)}
      </span>
    </>
  );
}

function statusText(state: FileState): string {
  if (state.status === 'done') return words.fileDone(formatCount(state.rows));
  if (state.status === 'failed') return words.fileFailed(state.kind, state.reason);
  return state.status === 'preparing' ? words.preparing(state.kind) : '';
}

type PreparingProps = Extract<FileState, { status: 'preparing' }> & { onCancel: () => void };

function Preparing({ kind, done, total, onCancel }: PreparingProps) {
  const text = words.fileRows(formatCount(done), formatCount(total));
  return (
    <span className={styles.preparing}>
      <span
        role="progressbar"
        aria-label={words.preparing(kind)}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text}
        className="track"
        style={{ display: 'block' }}
      >
        <span style={{ width: `${total === 0 ? 0 : (done / total) * 100}%` }} />
      </span>
      <span>{text}</span>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </span>
  );
}
