import { Worker } from 'node:worker_threads';
import type { SheetCell } from '@tapwise/domain';
import { threadProgram } from '../../processes/program-flags.ts';
import { IncompleteFileError, type WorkbookContent, type WrittenFile } from './write-workbook.ts';

/** What the thread begins with; it asks for the rows. */
export interface WorkbookTask {
  readonly path: string;
  readonly content: Omit<WorkbookContent, 'rows'>;
}

/** What the thread says: that it can take rows, and how it ended. Errors lose their class between threads. */
export type WorkbookMessage =
  | { readonly kind: 'more' }
  | { readonly kind: 'written'; readonly file: WrittenFile }
  | { readonly kind: 'fault'; readonly message: string; readonly isIncomplete: boolean };

const thread = new URL('./workbook.thread.ts', import.meta.url);
/** So many are copied to the thread at once, which holds up everything else for a few milliseconds. */
const rowsPerMessage = 500;

/**
 * Does what `writeWorkbook` does in a thread that ends with the file, so that nothing else waits for it and its memory is given back.
 * @throws IncompleteFileError also when the thread ends before the file does.
 */
export async function writeWorkbookInThread(path: string, content: WorkbookContent): Promise<WrittenFile> {
  const { rows, ...others } = content;
  const pieces = piecesOf(rows);
  const task: WorkbookTask = { path, content: others };
  const { code, execArgv } = threadProgram(thread.href);
  const worker = new Worker(code, {
    eval: true,
    workerData: task,
    execArgv,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  try {
    return await new Promise<WrittenFile>((resolve, reject) => {
      worker.on('message', (message: WorkbookMessage) => {
        switch (message.kind) {
          case 'more':
            pieces.next().then(({ done, value }) => worker.postMessage(done === true ? [] : value), reject);
            return;
          case 'written':
            resolve(message.file);
            return;
          case 'fault':
            reject(message.isIncomplete ? new IncompleteFileError(message.message) : new Error(message.message));
        }
      });
      worker.once('error', (error) => reject(new IncompleteFileError(`Its thread failed: ${error.message}`)));
      worker.once('exit', () => reject(new IncompleteFileError('Its thread ended before the file')));
    });
  } finally {
    await worker.terminate();
  }
}

async function* piecesOf(rows: WorkbookContent['rows']): AsyncGenerator<(readonly SheetCell[])[], void, undefined> {
  let piece: (readonly SheetCell[])[] = [];
  for await (const row of rows) {
    piece.push(row);
    if (piece.length < rowsPerMessage) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
