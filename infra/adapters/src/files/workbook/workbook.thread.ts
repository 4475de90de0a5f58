import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { SheetCell } from '@tapwise/domain';
import { IncompleteFileError, writeWorkbook } from './write-workbook.ts';
import type { WorkbookMessage, WorkbookTask } from './write-workbook-in-thread.ts';

if (parentPort === null) throw new Error('Workbooks are written in a thread of their own');
const port = parentPort;
const { path, content }: WorkbookTask = workerData;
const send = (message: WorkbookMessage): void => port.postMessage(message);

/** Asks for the next rows when those before are written, so that few are here at once. */
async function* rows(): AsyncIterable<readonly SheetCell[]> {
  for (;;) {
    send({ kind: 'more' });
    const [piece]: (readonly SheetCell[])[][] = await once(port, 'message');
    if (piece === undefined || piece.length === 0) return;
    yield* piece;
  }
}

writeWorkbook(path, { ...content, rows: rows() }).then(
  (file) => send({ kind: 'written', file }),
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: 'fault', message, isIncomplete: error instanceof IncompleteFileError });
  },
);
