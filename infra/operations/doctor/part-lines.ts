import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { endOfLog, lastError } from './why-ended.ts';

const partSchema = z.object({ status: z.string(), detail: z.string() });
const reportedSchema = z.object({ parts: z.record(z.string(), partSchema) });
type Parts = Readonly<Record<string, z.infer<typeof partSchema>>>;

/**
 * A line for each part, of those that are not well with what their log said last.
 * @param answered What the running product says; nothing where it does not answer, and then what `npm start` wrote down counts.
 */
export function partLines(dataDir: string, answered: Parts): string[] {
  const parts = Object.keys(answered).length > 0 ? answered : reportedParts(dataDir);
  return Object.entries(parts).map(([part, { status, detail }]) => {
    const error = status === 'ok' ? undefined : lastError(endOfLog(dataDir, part));
    const texts = [detail, ...(error === undefined ? [] : [`its log ends with: ${error}`])].filter(
      (text) => text !== '',
    );
    return [`${status.padEnd(8)} part ${part}`, ...texts].join(': ');
  });
}

function reportedParts(dataDir: string): Parts {
  try {
    return reportedSchema.parse(JSON.parse(readFileSync(join(dataDir, 'run', 'status.json'), 'utf8'))).parts;
  } catch {
    return {};
  }
}
