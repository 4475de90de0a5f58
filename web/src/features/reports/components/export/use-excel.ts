import { useEffect, useRef, useState } from 'react';
import type { ExcelHead, ExcelValue } from '../../../../shared/excel/excel-table.ts';
import { messageOf } from '../../../../shared/http/api-error.ts';

/** How far a workbook is. */
export type ExcelState =
  | { status: 'idle' }
  | { status: 'preparing'; done: number; total: number }
  | { status: 'done'; rows: number }
  | { status: 'failed'; reason: string };

export interface ExcelOrder {
  name: string;
  head: ExcelHead;
  total: number;
  row: (index: number) => ExcelValue[];
}

/** Makes a workbook on demand; its code arrives with the first one. */
export function useExcel() {
  const [state, setState] = useState<ExcelState>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(order: ExcelOrder): Promise<void> {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const { total } = order;
    setState({ status: 'preparing', done: 0, total });
    try {
      const { exportExcel, saveFile } = await import('../../../../shared/excel/export-excel.ts');
      const onProgress = (done: number) => setState({ status: 'preparing', done, total });
      const { file, rows } = await exportExcel({ ...order, onProgress, signal: control.signal });
      if (rows !== total) throw new Error(`The file holds ${rows} rows of ${total}.`);
      saveFile(file, order.name);
      setState({ status: 'done', rows });
    } catch (error) {
      if (control.signal.aborted) setState((now) => (running.current === control ? { status: 'idle' } : now));
      else setState({ status: 'failed', reason: messageOf(error) });
    }
  }

  return { state, start: (order: ExcelOrder) => void start(order), cancel: () => running.current?.abort() };
}
