import { whenPrepared } from '../../../past-view/request-at.ts';
import { download } from '../../../server/http/download.ts';

/** A report as a file of the server. */
export interface CsvOrder {
  name: string;
  path: string;
  query: Record<string, string | number | undefined>;
  /** Rows of the table, to show the progress of the file. */
  total: number;
}

const lineFeed = 10;
/** Header and totals are around the rows. */
const otherLines = 2;
/** The receipt is the end of the file; its last line counts the rows. */
const lastLine = /\r\nRows,(\d+)\r\n$/;
const receiptBytes = 200;

/**
 * Fetches the file and reports how many rows have come.
 * @throws ApiError as the server refuses; Error for a file that does not end as one does.
 */
export async function fetchCsv(
  order: CsvOrder,
  options: { signal: AbortSignal; onProgress: (rows: number) => void },
): Promise<{ file: Blob; rows: number }> {
  const { path, query, total } = order;
  let lines = 0;
  const count = (part: Uint8Array): void => {
    for (const byte of part) if (byte === lineFeed) lines += 1;
    options.onProgress(Math.min(total, Math.max(0, lines - otherLines)));
  };
  const call = { path, query, signal: options.signal };
  const file = await whenPrepared(call, () => download(call, count));
  const end = await file.slice(-receiptBytes).text();
  const rows = lastLine.exec(end)?.[1];
  if (rows === undefined) throw new Error('The file broke off.');
  return { file, rows: Number(rows) };
}
