import { open } from 'node:fs/promises';
import { microsPerUnit } from '@tapwise/domain';
import ExcelJS from 'exceljs';

/** Of the ZIP format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, section 4.3.16; the writer adds no comment. */
const endMark = 0x06054b50;
const endSize = 22;

/**
 * Reads the first sheet of a workbook row by row.
 * @param columns Those whose numbers are added up, from 0; the first row, a header, and the last one, the totals, are left out.
 * @returns `sums` in millionths.
 * @throws Error for what is no workbook.
 */
export async function readSheet(
  path: string,
  columns: readonly number[],
): Promise<{ readonly rows: number; readonly sums: ReadonlyMap<number, bigint> }> {
  await verifyEnd(path);
  const reader = new ExcelJS.stream.xlsx.WorkbookReader(path, { sharedStrings: 'ignore', styles: 'ignore' });
  const sums = new Map(columns.map((column) => [column, 0n]));
  let rows = 0;
  for await (const sheet of reader) {
    let last = new Map<number, bigint>();
    for await (const row of sheet) {
      rows += 1;
      for (const [column, value] of last) sums.set(column, (sums.get(column) ?? 0n) + value);
      if (rows === 1) continue;
      last = new Map(columns.map((column) => [column, numberIn(row.getCell(column + 1).value)]));
    }
    break;
  }
  return { rows, sums };
}

const numberIn = (value: unknown): bigint =>
  BigInt(Math.round((typeof value === 'number' ? value : 0) * microsPerUnit));

/** The reader waits for ever for the rest of a file that was cut. @throws Error */
async function verifyEnd(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(endSize);
    if (size > endSize) await file.read(end, 0, endSize, size - endSize);
    const isWhole = end.readUInt32LE(0) === endMark && end.readUInt32LE(12) + end.readUInt32LE(16) + endSize === size;
    if (!isWhole) throw new Error('It is no whole archive');
  } finally {
    await file.close();
  }
}
