import { ClickHouseError } from '../engine/clickhouse-error.ts';
import type { ExternalTable } from '../query/query-job.ts';

/** One part of a form. */
export interface FormPart {
  readonly name: string;
  /** True when the part has a file name: then it is an external table. */
  readonly isFile: boolean;
  readonly bytes: Buffer;
}

const LINE_END = '\r\n';

/** The boundary of a `multipart/form-data` content type, or undefined for any other type. */
export function formBoundary(contentType: string | undefined): string | undefined {
  const match = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType ?? '');
  return match?.[1] ?? match?.[2];
}

/**
 * Takes a form apart.
 *
 * @throws ClickHouseError 36 when the body does not end with the boundary
 */
export function parseForm(body: Buffer, boundary: string): FormPart[] {
  const parts: FormPart[] = [];
  const mark = Buffer.from(`--${boundary}`);
  let at = body.indexOf(mark);
  for (;;) {
    if (at < 0) throw new ClickHouseError(36, 'BAD_ARGUMENTS', 'The form does not end with its boundary');
    const afterMark = at + mark.length;
    if (body.subarray(afterMark, afterMark + 2).toString('latin1') === '--') return parts;
    const end = body.indexOf(Buffer.concat([Buffer.from(LINE_END), mark]), afterMark);
    const headersEnd = body.indexOf(LINE_END + LINE_END, afterMark);
    if (headersEnd >= 0 && end > headersEnd) {
      parts.push(readPart(body.subarray(afterMark, headersEnd).toString('utf8'), body.subarray(headersEnd + 4, end)));
    }
    at = end < 0 ? -1 : end + LINE_END.length;
  }
}

/** The external tables of a form, with the structure and format its parameters give them. */
export function externalTables(
  parts: readonly FormPart[],
  parameter: (name: string) => string | undefined,
): ExternalTable[] {
  return parts
    .filter((part) => part.isFile)
    .map(({ name, bytes }) => {
      const structure = parameter(`${name}_structure`) ?? numbered(parameter(`${name}_types`));
      if (structure === undefined) {
        const message = `Neither structure nor types have not been provided for external table ${name}`;
        throw new ClickHouseError(36, 'BAD_ARGUMENTS', message);
      }
      return { name, structure, format: parameter(`${name}_format`) ?? 'TabSeparated', bytes };
    });
}

/** Types alone name the columns `_1`, `_2` and so on. */
function numbered(types: string | undefined): string | undefined {
  if (types === undefined) return undefined;
  let depth = 0;
  const columns = [''];
  for (const char of types) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth === 0) columns.push('');
    else columns[columns.length - 1] += char;
  }
  return columns.map((type, index) => `_${index + 1} ${type.trim()}`).join(', ');
}

function readPart(headers: string, bytes: Buffer): FormPart {
  const disposition = headers.split(LINE_END).find((line) => /^content-disposition\s*:/i.test(line)) ?? '';
  const name = /[;\s]name="([^"]*)"/i.exec(disposition) ?? /[;\s]name=([^\s;]+)/i.exec(disposition);
  return { name: name?.[1] ?? '', isFile: /[;\s]filename\*?=/i.test(disposition), bytes };
}
