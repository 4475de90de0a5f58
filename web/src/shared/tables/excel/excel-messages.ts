import type { ExcelHead, ExcelValue } from './excel-table.ts';

/** What the page sends the worker, in this order: the head, the rows in portions, and that there are no more. */
export type ToWorker = { kind: 'begin'; head: ExcelHead } | { kind: 'rows'; rows: ExcelValue[][] } | { kind: 'finish' };

/** What the worker answers: each portion taken, then the file or why there is none. */
export type FromWorker =
  | { kind: 'taken'; rows: number }
  | { kind: 'done'; file: Blob; rows: number }
  | { kind: 'failed'; reason: string };
