import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { anonymousText, withoutOwnNames } from './anonymous-text.ts';

/** A line that a part wrote about something that went wrong. */
interface RecentLine {
  /** When, as ISO 8601; absent where the part did not say. */
  readonly at?: string;
  readonly text: string;
  /** Where in our programs, the innermost call first. */
  readonly stack?: readonly string[];
}

/** Of each log only so much of its end is read, and of that the newest lines are kept. */
const readBytes = 512 * 1024;
const mostLines = 40;
const mostFrames = 8;
/** Warnings and worse, as the logger writes levels. */
const leastLevel = 40;

const lineSchema = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(''),
  err: z
    .object({ type: z.string().optional(), message: z.string().optional(), stack: z.string().optional() })
    .optional(),
});

/**
 * The newest warnings and errors in the logs of the parts, by part. Of lines of ours only the message and the error are kept: the other fields
 * are what a line is about, often ids.
 */
export function recentLines(dataDir: string): Record<string, RecentLine[]> {
  const folder = join(dataDir, 'log');
  return Object.fromEntries(
    namesIn(folder)
      .filter((name) => name.endsWith('.log'))
      .map((name) => [basename(name, '.log'), linesOf(join(folder, name))]),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

const linesOf = (file: string): RecentLine[] =>
  endOf(file)
    .split('\n')
    .flatMap((line) => readLine(line) ?? [])
    .slice(-mostLines);

function endOf(file: string): string {
  const { size } = statSync(file);
  const from = Math.max(0, size - readBytes);
  const buffer = Buffer.alloc(size - from);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, buffer, 0, buffer.length, from);
  } finally {
    closeSync(handle);
  }
  const text = buffer.toString('utf8');
  // The first line may have been cut.
  return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
}

function readLine(line: string): RecentLine | undefined {
  if (!line.startsWith('{'))
    return /\b(?:error|exception|fatal|cannot|refused|failed)\b/i.test(line)
      ? { text: anonymousText(line) }
      : undefined;
  const parsed = parse(line);
  if (parsed === undefined || parsed.level < leastLevel) return undefined;
  const { time, msg, err } = parsed;
  const error = err === undefined ? '' : `: ${err.type ?? 'Error'}: ${err.message ?? ''}`;
  const frames = (err?.stack ?? '').split('\n').filter((frame) => /^\s+at /.test(frame));
  return {
    at: new Date(time).toISOString(),
    text: anonymousText(`${msg}${error}`),
    ...(frames.length === 0
      ? {}
      : { stack: frames.slice(0, mostFrames).map((frame) => withoutOwnNames(frame.trim())) }),
  };
}

function parse(line: string): z.infer<typeof lineSchema> | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data;
  } catch {
    // Cut by a part that was killed.
    return undefined;
  }
}
