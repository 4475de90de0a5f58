import type { FromWorker, ToWorker } from './excel-messages.ts';
import { makeWorkbook, type WorkbookMaker } from './make-workbook.ts';

/** Makes workbooks beside the page, so that the page stays quick meanwhile. */
let workbook: WorkbookMaker | null = null;

function reply(message: FromWorker): void {
  self.postMessage(message);
}

async function handleMessage(message: ToWorker): Promise<void> {
  if (message.kind === 'begin') {
    workbook = makeWorkbook(message.head);
  } else if (workbook === null) {
    throw new Error('Rows came before their head.');
  } else if (message.kind === 'rows') {
    workbook.add(message.rows);
    reply({ kind: 'taken', rows: workbook.rows() });
  } else {
    reply({ kind: 'done', file: await workbook.finish(), rows: workbook.rows() });
  }
}

self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  handleMessage(event.data).catch((error: unknown) => {
    reply({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  });
});
