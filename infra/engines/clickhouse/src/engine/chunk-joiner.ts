import type { HeadKind, Joining } from './format-catalogue.ts';
import { ProgressJoiner } from './progress-joiner.ts';

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** Puts the chunks of a stream together: every chunk of the engine is a complete document and repeats its head. */
export interface ChunkJoiner {
  /** The part of the chunk that belongs into the joined answer. */
  next(chunk: Buffer): Buffer;
}

/** The joiner for one stream of a format. */
export function chunkJoiner(joining: Joining): ChunkJoiner {
  if (joining === 'progress') return new ProgressJoiner();
  return typeof joining === 'string' ? { next: (chunk) => chunk } : new HeadJoiner(joining.head);
}

class HeadJoiner implements ChunkJoiner {
  readonly #kind: HeadKind;
  #head: Buffer | undefined;

  constructor(kind: HeadKind) {
    this.#kind = kind;
  }

  next(chunk: Buffer): Buffer {
    if (this.#head === undefined) {
      this.#head = Buffer.from(chunk.subarray(0, headLength(chunk, this.#kind)));
      return chunk;
    }
    const repeated = chunk.subarray(0, this.#head.length).equals(this.#head);
    return repeated ? chunk.subarray(this.#head.length) : chunk;
  }
}

function headLength(chunk: Buffer, kind: HeadKind): number {
  switch (kind) {
    case 'one-line':
      return afterLine(chunk, 0);
    case 'two-lines':
      return afterLine(chunk, afterLine(chunk, 0));
    case 'one-csv-record':
      return afterCsvRecord(chunk, 0);
    case 'two-csv-records':
      return afterCsvRecord(chunk, afterCsvRecord(chunk, 0));
    case 'binary-names':
      return afterBinaryHead(chunk, 1);
    case 'binary-types':
      return afterBinaryHead(chunk, 2);
  }
}

function afterLine(chunk: Buffer, from: number): number {
  const at = chunk.indexOf(LINE_FEED, from);
  return at < 0 ? chunk.length : at + 1;
}

/** A column name may contain line feeds; the engine quotes names, and a quote inside is doubled. */
function afterCsvRecord(chunk: Buffer, from: number): number {
  let quoted = false;
  for (let at = from; at < chunk.length; at += 1) {
    if (chunk[at] === QUOTE) quoted = !quoted;
    else if (chunk[at] === LINE_FEED && !quoted) return at + 1;
  }
  return chunk.length;
}

/** A count, then that many strings once (names) or twice (names and types), all lengths as LEB128. */
function afterBinaryHead(chunk: Buffer, stringsPerColumn: number): number {
  let [columns, at] = readLength(chunk, 0);
  for (columns *= stringsPerColumn; columns > 0; columns -= 1) {
    const [length, start] = readLength(chunk, at);
    at = start + length;
  }
  return at;
}

function readLength(chunk: Buffer, from: number): [value: number, next: number] {
  let value = 0;
  let factor = 1;
  let at = from;
  for (;;) {
    const byte = chunk[at] ?? 0;
    at += 1;
    value += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte < 0x80) return [value, at];
  }
}
