import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { type DayNumber, formatDay } from '../../base/calendar/calendar-days.ts';
import { consumeFault, type Faults } from '../../control/faults.ts';
import { type ReportRow, type ReportTable, tabSeparated } from './report-table.ts';
import { strangeRow } from './sales-summary.ts';

const compress = promisify(gzip);

/** Size to which the exploding file inflates: 256 MB. Rows are a few kilobytes of the shortest fields there are. */
const EXPLODED_BLOCKS = 256;
const BLOCK = Buffer.alloc(1_048_576, `${'0\t'.repeat(2_047)}0\n`);

/** The gzip file of a report, damaged when a fault asks for it. */
export async function reportFile(table: ReportTable, faults: Faults): Promise<Buffer> {
  if (consumeFault(faults, 'connectExplodingGzipNext')) return explodingFile(table.columns);
  const file = await compress(tabSeparated(table));
  if (consumeFault(faults, 'connectTruncatedGzipNext')) return file.subarray(0, Math.floor(file.length / 2));
  if (consumeFault(faults, 'connectCorruptGzipNext'))
    file.fill(0xff, Math.floor(file.length / 3), Math.ceil(file.length / 2));
  return file;
}

/** A SALES table with the rows, corrections and gaps that faults ask for. */
export function withSalesFaults({ columns, rows }: ReportTable, day: DayNumber, faults: Faults): ReportTable {
  const isCorrected = faults.connectCorrectedDays.includes(formatDay(day));
  const strange = [
    ...(consumeFault(faults, 'connectUnknownCurrencyNext') ? [strangeRow('currency', day)] : []),
    ...(consumeFault(faults, 'connectUnknownProductNext') ? [strangeRow('product', day)] : []),
  ];
  return {
    columns: columns.filter((column) => !faults.connectMissingColumns.includes(column)),
    rows: [...(isCorrected ? rows.map(withOneUnitMore) : rows), ...strange],
  };
}

/** Refunds stay as they are. */
const withOneUnitMore = (row: ReportRow): ReportRow =>
  Number(row.Units) > 0 ? { ...row, Units: String(Number(row.Units) + 1) } : row;

/** A well-formed file of about 400 kB that no careful reader will inflate to its end. */
async function explodingFile(columns: readonly string[]): Promise<Buffer> {
  const stream = createGzip();
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => stream.on('end', resolve).on('error', reject));
  stream.write(tabSeparated({ columns, rows: [] }));
  for (let block = 0; block < EXPLODED_BLOCKS; block += 1) {
    if (!stream.write(BLOCK)) await new Promise<void>((resolve) => stream.once('drain', resolve));
    await nextTurn();
  }
  stream.end();
  await ended;
  return Buffer.concat(parts);
}
