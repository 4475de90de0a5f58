import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { CopiedEvent, Files } from '@tapwise/adapters';
import { z } from 'zod';
import type { Segment } from './manifest.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** What a segment holds at most. */
const mostEvents = 20_000;
const mostCharacters = 32_000_000;

const lineSchema = z.strictObject({
  position: z.string(),
  stream: z.string(),
  revision: z.string(),
  id: z.string(),
  type: z.string(),
  recorded_at: z.string(),
  data: z.string(),
  metadata: z.string(),
});

/** A segment that is being collected. */
export interface SegmentDraft {
  add(event: CopiedEvent): void;
  isFull(): boolean;
  isEmpty(): boolean;
  /** Writes it under a name; a reader finds the whole file or none. */
  write(backup: Files, file: string): Promise<Segment>;
}

export function createSegmentDraft(): SegmentDraft {
  const lines: string[] = [];
  // Of a follower only what it reached last counts, and it says so every few seconds.
  const checkpoints = new Map<string, string>();
  let characters = 0;
  let position = 0n;
  let newest: Segment['newest'] = null;
  return {
    add(event) {
      const line = lineOf(event);
      position = event.position;
      if (event.type === 'FollowerAdvanced') {
        checkpoints.set(event.stream, line);
        return;
      }
      lines.push(line);
      characters += line.length;
      if (!event.type.startsWith('$')) newest = { position: String(event.position), id: event.id };
    },
    isFull: () => lines.length >= mostEvents || characters >= mostCharacters,
    isEmpty: () => lines.length === 0 && checkpoints.size === 0,
    async write(backup, file) {
      const all = [...lines, ...checkpoints.values()];
      const packed = await pack(Buffer.from(all.join('')), { level: 3 });
      await backup.replace(file, packed);
      const size = { events: all.length, bytes: packed.length };
      return { file, position: String(position), newest, ...size, sha256: digestOf(packed) };
    },
  };
}

/** The events of a segment. @throws Error when its file is missing or is not what was written. */
export async function readSegment(backup: Files, segment: Segment): Promise<CopiedEvent[]> {
  const packed = await backup.read(segment.file);
  if (packed === undefined) throw new Error(`${segment.file} of the backup is missing`);
  if (!isWhole(packed, segment)) throw new Error(`${segment.file} of the backup is not what was written`);
  const lines = (await unpack(packed)).toString().split('\n');
  return lines.filter((line) => line !== '').map(eventOf);
}

/** Whether the file of a segment is there as it was written. */
export async function isSegmentWhole(backup: Files, segment: Segment): Promise<boolean> {
  const packed = await backup.read(segment.file);
  return packed !== undefined && isWhole(packed, segment);
}

const isWhole = (packed: Buffer, { bytes, sha256 }: Segment): boolean =>
  packed.length === bytes && digestOf(packed) === sha256;

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

function lineOf({ position, revision, recordedAt, ...event }: CopiedEvent): string {
  const line = { position: String(position), revision: String(revision), recorded_at: recordedAt, ...event };
  return `${JSON.stringify(line)}\n`;
}

function eventOf(line: string): CopiedEvent {
  const { position, revision, recorded_at, ...event } = lineSchema.parse(JSON.parse(line));
  return { ...event, position: BigInt(position), revision: BigInt(revision), recordedAt: recorded_at };
}
