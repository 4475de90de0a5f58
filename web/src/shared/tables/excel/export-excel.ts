import type { FromWorker, ToWorker } from './excel-messages.ts';
import type { ExcelHead, ExcelValue } from './excel-table.ts';

/** Rows handed over at once: few enough that no frame is lost over them. */
const portion = 500;

export interface ExcelJob {
  head: ExcelHead;
  total: number;
  /** Makes one row; called when its turn comes, so that a large table is not copied at once. */
  row: (index: number) => ExcelValue[];
  onProgress: (rows: number) => void;
  signal: AbortSignal;
}

/**
 * Makes a workbook in a worker.
 * @returns the file and how many rows it was found to hold
 * @throws Error when the file could not be made; DOMException `AbortError` when it was cancelled.
 */
export async function exportExcel(job: ExcelJob): Promise<{ file: Blob; rows: number }> {
  const worker = new Worker(new URL('./excel.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      const send = (message: ToWorker) => worker.postMessage(message);
      let next = 0;
      const hand = () => {
        if (next >= job.total) return send({ kind: 'finish' });
        const end = Math.min(job.total, next + portion);
        const rows = Array.from({ length: end - next }, (_, index) => job.row(next + index));
        next = end;
        send({ kind: 'rows', rows });
      };
      job.signal.addEventListener('abort', () => reject(job.signal.reason), { once: true });
      worker.addEventListener('error', (event) => reject(new Error(event.message || 'The worker did not start.')));
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === 'failed') return reject(new Error(data.reason));
        if (data.kind === 'done') return resolve({ file: data.file, rows: data.rows });
        job.onProgress(data.rows);
        hand();
      });
      job.signal.throwIfAborted();
      send({ kind: 'begin', head: job.head });
      hand();
    });
  } finally {
    worker.terminate();
  }
}
