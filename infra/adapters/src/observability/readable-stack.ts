import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

const remembered = new LRUCache<string, Promise<SourceMap | undefined>>({ max: 20 });
const mostLines = 30;
/** A place in one of the built scripts, with what its address begins with. */
const scriptLocation = /(?:https?:\/\/[^\s/()]+)?\/assets\/([\w.-]+\.js):(\d+):(\d+)(?:[?#][^\s()]*)?/g;

/**
 * A stack in which places in built scripts are those of our sources.
 * @param folder of the source maps, `<script>.map` each; without it places are those of the scripts.
 */
export async function readableStack(stack: string, folder: string | undefined): Promise<string> {
  const lines = stack.split('\n').slice(0, mostLines);
  return (await Promise.all(lines.map((line) => readableLine(line, folder)))).join('\n');
}

async function readableLine(line: string, folder: string | undefined): Promise<string> {
  const locations = [...line.matchAll(scriptLocation)];
  let read = line;
  for (const [text, file = '', row = '', column = ''] of locations) {
    const map = folder === undefined ? undefined : await mapOf(join(folder, `${file}.map`));
    const entry = map?.findEntry(Number(row) - 1, Number(column) - 1);
    read = read.replace(text, sourceLocation(entry) ?? `${file}:${row}:${column}`);
  }
  return read;
}

/** As in editors, counted from 1. */
function sourceLocation(entry: ReturnType<SourceMap['findEntry']> | undefined): string | undefined {
  if (entry === undefined || !('originalSource' in entry)) return undefined;
  const { originalSource, originalLine, originalColumn } = entry;
  if (!originalSource) return undefined;
  return `${originalSource.replace(/^(?:\.\.\/)+/, '')}:${originalLine + 1}:${originalColumn + 1}`;
}

function mapOf(file: string): Promise<SourceMap | undefined> {
  const cached = remembered.get(file);
  if (cached !== undefined) return cached;
  // The page may be older than what is built now: then its scripts are named as they are.
  const reading = readFile(file, 'utf8').then(
    (text) => new SourceMap(JSON.parse(text) as SourceMapPayload),
    () => undefined,
  );
  remembered.set(file, reading);
  return reading;
}
