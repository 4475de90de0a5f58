import { z } from 'zod';
import { eventIdFrom } from '../commands/event-id.ts';
import type { EventToAppend } from '../transport/log-transport.ts';
import type { CopiedEvent } from './copied-event.ts';
import type { OrderedAppend } from './ordered-appends.ts';

const limitSchema = z.looseObject({ $maxAge: z.number().optional(), $tb: z.number().optional() });
type Limit = z.infer<typeof limitSchema>;

interface LimitedStream {
  readonly limit: Limit;
  /** Revision of the first event that readers get. */
  readonly first: bigint;
  /** Revision of the next event. */
  next: bigint;
}

/** Fillers in one append. */
const mostTogether = 500;

/**
 * Streams of which the log drops the oldest events. What it hides is not brought back; so that the others keep their revisions, empty events
 * take its place, which the log hides in turn.
 */
export class StreamLimits {
  readonly #limits: ReadonlyMap<string, string>;
  readonly #now: Date;
  readonly #streams = new Map<string, LimitedStream>();

  /** @param limits Data of the metadata of streams, by their names. */
  constructor(limits: ReadonlyMap<string, string>, now: Date) {
    this.#limits = limits;
    this.#now = now;
  }

  /** What has to be appended before an event, or that the log would hide it. */
  gapBefore({ stream, revision, recordedAt }: CopiedEvent): OrderedAppend[] | 'hidden' {
    const text = this.#limits.get(stream);
    if (text === undefined) return [];
    const limit = this.#streams.get(stream)?.limit ?? limitSchema.parse(JSON.parse(text));
    const ageSeconds = (this.#now.getTime() - Date.parse(recordedAt)) / 1000;
    if (ageSeconds > (limit.$maxAge ?? ageSeconds) || revision < BigInt(limit.$tb ?? 0)) return 'hidden';
    const limited = this.#streams.get(stream) ?? { limit, first: revision, next: 0n };
    const gap = fillersOf(stream, limited.next, revision);
    limited.next = revision + 1n;
    this.#streams.set(stream, limited);
    return gap;
  }

  /** The metadata of all streams that got events. */
  events(): OrderedAppend[] {
    return [...this.#streams].map(([stream, { limit, first }]) => {
      const data = JSON.stringify(first === 0n ? limit : { ...limit, $tb: Number(first) });
      const event = { id: eventIdFrom(`copied limit|${stream}`), type: '$metadata', data, metadata: '{}' };
      return { stream: `$$${stream}`, revision: 0n, events: [event] };
    });
  }
}

/** @param end Revision after the last one. */
function fillersOf(stream: string, from: bigint, end: bigint): OrderedAppend[] {
  const appends: OrderedAppend[] = [];
  for (let revision = from; revision < end; revision += BigInt(mostTogether)) {
    const count = Number(end - revision < BigInt(mostTogether) ? end - revision : BigInt(mostTogether));
    const events = Array.from({ length: count }, (_, index) => fillerOf(stream, revision + BigInt(index)));
    appends.push({ stream, revision, events });
  }
  return appends;
}

const fillerOf = (stream: string, revision: bigint): EventToAppend => ({
  id: eventIdFrom(`copied gap|${stream}|${revision}`),
  type: '$hidden',
  data: '{}',
  metadata: '{}',
});
