import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IncompleteFileError, type WrittenFile, writeWorkbookInThread } from '@tapwise/adapters';
import { csvLine, type ReportDefinition, sheetValue } from '@tapwise/domain';
import type { ReportContent } from '@tapwise/projections/queries';
import pLimit from 'p-limit';

/** A file of a report that was read back. */
export interface MadeFile extends WrittenFile {
  readonly content: Buffer;
}

const attempts = 3;

/** A workbook takes seconds of the processor and much memory: one is made at a time. */
const writing = pLimit(1);

/** Writes the file of a report, up to three times. @returns `null` for a report without one. @throws IncompleteFileError. */
export async function writeReport(
  form: ReportDefinition['form'],
  content: ReportContent,
  facts: { readonly position: string; readonly asOf: string },
): Promise<MadeFile | null> {
  if (form.file === 'none' || !content.hasFigures) return null;
  if (form.file === 'csv') return csvFile(content, facts);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writing(() => workbookFile(content));
    } catch (error) {
      if (!(error instanceof IncompleteFileError) || attempt >= attempts) throw error;
    }
  }
}

async function workbookFile(content: ReportContent): Promise<MadeFile> {
  const folder = await mkdtemp(join(tmpdir(), 'tapwise-report-'));
  try {
    const path = join(folder, `${randomUUID()}.xlsx`);
    const { columns, rows, totals, sums, receipt } = content;
    const sheet = columns.map((column) => ({ ...column, width: widthOf(column) }));
    const written = await writeWorkbookInThread(path, {
      columns: sheet,
      rows,
      count: rows.length,
      totals,
      sums,
      receipt,
    });
    const bytes = await readFile(path);
    if (hashOf(bytes) !== written.sha256) throw new IncompleteFileError('The file was changed after it was written');
    return { ...written, content: bytes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const widthOf = ({ name, header }: ReportContent['columns'][number]): number =>
  name === 'name' ? 36 : Math.max(10, header.length + 2);

const byteOrderMark = '\uFEFF';
const rowsPerTurn = 1000;

/** Header, rows, and a last line that says how many there are: a file that was cut off shows it. */
async function csvFile(
  { columns, rows }: ReportContent,
  { position, asOf }: { readonly position: string; readonly asOf: string },
): Promise<MadeFile> {
  const pieces = [byteOrderMark + csvLine(columns.map(({ header }) => header))];
  for (let from = 0; from < rows.length; from += rowsPerTurn) {
    pieces.push(
      rows
        .slice(from, from + rowsPerTurn)
        .map(csvLine)
        .join(''),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
  pieces.push(`# rows=${rows.length}, position=${position}, as_of=${sheetValue(asOf)}\r\n`);
  const content = Buffer.from(pieces.join(''), 'utf8');
  return { content, bytes: content.length, sha256: hashOf(content) };
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
