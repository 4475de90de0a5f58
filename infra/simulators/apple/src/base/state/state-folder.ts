import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';

/** Small files that the simulator keeps; `path` is null when nothing is kept. */
export interface StateFolder {
  readonly path: string | null;
  /** The file's content, or null when there is none. A file of another form throws. */
  read<T>(name: string, schema: z.ZodType<T>): T | null;
  /** Replaces the file in one step, so that a reader never sees half of it. */
  write(name: string, value: unknown, options?: { secret?: boolean }): void;
  /** Adds a line to a file; `readLines` gives all lines that were written whole. */
  append(name: string, value: unknown): void;
  readLines<T>(name: string, schema: z.ZodType<T>): readonly T[];
  writeText(name: string, text: string, options?: { secret?: boolean }): void;
}

const NOTHING_KEPT: StateFolder = {
  path: null,
  read: () => null,
  write: () => {},
  append: () => {},
  readLines: () => [],
  writeText: () => {},
};

/** @param location a folder, or `:memory:` to keep nothing */
export function openStateFolder(location: string): StateFolder {
  if (location === ':memory:') return NOTHING_KEPT;
  const path = resolve(location);
  mkdirSync(path, { recursive: true });
  const writeText = (name: string, text: string, options: { secret?: boolean } = {}) => {
    const temporary = join(path, `${name}.${process.pid}.new`);
    writeFileSync(temporary, text, { mode: options.secret === true ? 0o600 : 0o644 });
    renameSync(temporary, join(path, name));
  };
  return {
    path,
    read(name, schema) {
      const file = join(path, name);
      return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
    },
    append: (name, value) => appendFileSync(join(path, name), `${JSON.stringify(value)}\n`),
    readLines(name, schema) {
      const file = join(path, name);
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
      return lines.map((line) => schema.parse(JSON.parse(line)));
    },
    write: (name, value, options) => writeText(name, `${JSON.stringify(value, null, 1)}\n`, options),
    writeText,
  };
}
