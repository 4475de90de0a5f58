import type { FromWorker, ToWorker } from './excel-messages.ts';
import { makeWorkbook, type WorkbookMaker } from './make-workbook.ts';

/** Makes workbooks beside the page, so that the page stays quick meanwhile. */
let workbook: WorkbookMaker | null = null;

function answer(message: FromWorker): void {
  self.postMessage(message);
}

async function take(message: ToWorker): Promise<void> {
  if (message.kind === 'begin') {
    workbook = makeWorkbook(message.head);
  } else if (workbook === null) {
    throw new Error('Rows came before their head.');
  } else if (message.kind === 'rows') {
    workbook.add(message.rows);
    answer({ kind: 'taken', rows: workbook.rows() });
  } else {
    answer({ kind: 'done', file: await workbook.finish(), rows: workbook.rows() });
  }
}

self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  take(event.data).catch((error: unknown) => {
    answer({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  });
});
