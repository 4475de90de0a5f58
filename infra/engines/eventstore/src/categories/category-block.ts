import { encodeMessage, ProtoReader, putVarint, varintSize } from '../../../../wire/index.ts';

/** Names without a hyphen, and with a very long beginning, share a category. */
const OTHER = '';
const LONGEST_CATEGORY = 64;

/** The category of a stream: its name up to the first hyphen and with it. */
export function categoryOf(streamName: string): string {
  const length = streamName.indexOf('-') + 1;
  return length > LONGEST_CATEGORY ? OTHER : streamName.slice(0, length);
}

/** Whether names with one of the prefixes can be of the category. */
export function mayHold(category: string, prefixes: readonly string[]): boolean {
  if (category === OTHER) return true;
  return prefixes.some((prefix) => category.startsWith(prefix) || prefix.startsWith(category));
}

/*
 * A block: categories 1, each {name 1, positions 2}. Positions are varints, each the distance from the one before, the first from the
 * position before the block.
 */

/**
 * Encodes which categories the records of a block are of.
 * @param categories One for each position of the block, in order; undefined where a record was removed.
 */
export function encodeBlock(categories: readonly (string | undefined)[]): Buffer {
  const distances = new Map<string, { last: number; distances: number[] }>();
  for (const [index, category] of categories.entries()) {
    if (category === undefined) continue;
    const entry = distances.get(category) ?? { last: -1, distances: [] };
    entry.distances.push(index - entry.last);
    entry.last = index;
    distances.set(category, entry);
  }
  return encodeMessage((writer) => {
    for (const [category, entry] of distances)
      writer.message(1, (section) => section.string(1, category).bytes(2, encodeVarints(entry.distances)));
  });
}

/** Positions of a block whose records may be of streams with one of the prefixes, in order. @param before The position before the block. */
export function positionsIn(block: Buffer, before: number, prefixes: readonly string[]): number[] {
  const positions: number[] = [];
  const reader = new ProtoReader(block);
  let sections = 0;
  while (reader.next()) {
    const section = reader.message();
    section.next();
    if (!mayHold(section.string(), prefixes)) continue;
    section.next();
    addPositions(positions, section.bytes(), before);
    sections += 1;
  }
  return sections > 1 ? positions.sort((left, right) => left - right) : positions;
}

function addPositions(positions: number[], distances: Buffer, before: number): void {
  let position = before;
  let distance = 0;
  let shift = 1;
  for (const byte of distances) {
    distance += (byte & 0x7f) * shift;
    shift *= 128;
    if (byte >= 0x80) continue;
    position += distance;
    positions.push(position);
    distance = 0;
    shift = 1;
  }
}

function encodeVarints(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.reduce((size, value) => size + varintSize(value), 0));
  let offset = 0;
  for (const value of values) offset = putVarint(bytes, offset, value);
  return bytes;
}
