import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../server/http/api-error.ts';
import type { ExcelHead, ExcelValue } from '../../../tables/excel/excel-table.ts';
import { reportUsage } from '../../../usage/report-usage.ts';
import type { CsvOrder } from '../../model/export/csv-file.ts';

export type FileKind = 'Excel' | 'CSV';

/** Progress of a file. */
export type FileState =
  | { status: 'idle' }
  | { status: 'preparing'; kind: FileKind; done: number; total: number }
  | { status: 'done'; rows: number }
  | { status: 'failed'; kind: FileKind; reason: string };

export interface ExcelOrder {
  name: string;
  head: ExcelHead;
  total: number;
  row: (index: number) => ExcelValue[];
}

/** Makes a workbook, or fetches the server's CSV, on demand; the code arrives with the first one. */
export function useExportFile() {
  const [state, setState] = useState<FileState>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(kind: FileKind, { name, total }: Pick<ExcelOrder, 'name' | 'total'>, make: Make): Promise<void> {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const { signal } = control;
    const began = performance.now();
    setState({ status: 'preparing', kind, done: 0, total });
    try {
      const { saveFile } = await import('../../../files/save-file.ts');
      const onProgress = (done: number) => !signal.aborted && setState({ status: 'preparing', kind, done, total });
      const { file, rows } = await make({ onProgress, signal });
      saveFile(file, name);
      reportUsage('reports_export_finished', { rows, ms: Math.round(performance.now() - began) });
      setState({ status: 'done', rows });
    } catch (error) {
      if (control.signal.aborted) setState((now) => (running.current === control ? { status: 'idle' } : now));
      else setState({ status: 'failed', kind, reason: messageOf(error) });
    }
  }

  return {
    state,
    startExcel: (order: ExcelOrder) => void start('Excel', order, (watch) => makeExcel(order, watch)),
    /** Rows may have come or gone since they were shown: the file holds those of now. */
    startCsv: (order: CsvOrder) =>
      void start('CSV', order, async (watch) => {
        const { fetchCsv } = await import('../../model/export/csv-file.ts');
        return await fetchCsv(order, watch);
      }),
    cancel: () => running.current?.abort(),
  };
}

interface Watch {
  signal: AbortSignal;
  onProgress: (rows: number) => void;
}

type Make = (watch: Watch) => Promise<{ file: Blob; rows: number }>;

async function makeExcel(order: ExcelOrder, watch: Watch): ReturnType<Make> {
  const { exportExcel } = await import('../../../tables/excel/export-excel.ts');
  const made = await exportExcel({ ...order, ...watch });
  if (made.rows !== order.total) throw new Error(`The file holds ${made.rows} rows of ${order.total}.`);
  return made;
}
