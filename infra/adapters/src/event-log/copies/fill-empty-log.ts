import { positionFields } from '@tapwise/domain';
import { eventIdFrom } from '../commands/event-id.ts';
import type { EventLog } from '../event-log.ts';
import { transportOf } from '../log-client.ts';
import type { EventToAppend } from '../transport/log-transport.ts';
import { type CopiedEvent, isCheckpoint, limitedStream } from './copied-event.ts';
import type { CopySurvey } from './copy-survey.ts';
import { MovedPositions } from './moved-positions.ts';
import { OrderedAppends } from './ordered-appends.ts';
import { isLogEmpty } from './read-for-copy.ts';
import { withFirstRecorded } from './recorded-instant.ts';
import { StreamLimits } from './stream-limits.ts';

/** What a log is filled from. */
export interface LogCopy {
  /** In the order of the log that was copied, from its beginning. */
  readonly events: AsyncIterable<readonly CopiedEvent[]>;
  readonly survey: CopySurvey;
  readonly now: Date;
}

/** Events of one stream in one append: many small appends take longer than one. */
const mostTogether = 500;
const mostCharactersTogether = 500_000;

/**
 * Appends a copy to a log that holds nothing: each event with its id, in its stream under its revision, in the order it had. Only positions
 * are others, and those that events hold are set to where the same events are.
 * @returns how many events were appended.
 * @throws Error for a log that is not empty; the log's own error, and then it holds a part of the copy.
 */
export async function fillEmptyLog(log: EventLog, { events, survey, now }: LogCopy): Promise<number> {
  if (!(await isLogEmpty(log))) throw new Error('The log is not empty');
  const filling = new Filling(log, survey, now);
  for await (const part of events) for (const event of part) await filling.add(event);
  return await filling.finish();
}

class Filling {
  readonly #appends: OrderedAppends;
  readonly #survey: CopySurvey;
  readonly #moved: MovedPositions;
  readonly #limits: StreamLimits;
  /** Events that go into one append. */
  #group: CopiedEvent[] = [];
  #characters = 0;
  #nextNamed = 0;
  #count = 0;

  constructor(log: EventLog, survey: CopySurvey, now: Date) {
    this.#appends = new OrderedAppends(transportOf(log));
    this.#survey = survey;
    this.#moved = new MovedPositions(survey.positions);
    this.#limits = new StreamLimits(survey.limits, now);
  }

  async add(event: CopiedEvent): Promise<void> {
    if (isCheckpoint(event) || limitedStream(event) !== undefined) return;
    const gap = this.#limits.gapBefore(event);
    if (gap === 'hidden') return;
    const last = this.#group.at(-1);
    const follows = last?.stream === event.stream && last.revision + 1n === event.revision;
    const isFull = this.#group.length >= mostTogether || this.#characters >= mostCharactersTogether;
    if (!follows || isFull || this.#passNamed(event.position - 1n)) await this.#appendGroup();
    for (const filler of gap) await this.#appends.append(filler);
    this.#group.push(await this.#withMovedPosition(event));
    this.#characters += event.data.length;
    // Of several events in one append only the position of the last is known.
    if (this.#passNamed(event.position)) await this.#appendGroup();
  }

  /** @returns how many events were appended. */
  async finish(): Promise<number> {
    await this.#appendGroup();
    await this.#appends.drain();
    for (const limit of this.#limits.events()) await this.#appends.append(limit);
    for (const { stream, type, data, metadata, recordedAt } of this.#survey.checkpoints.values()) {
      // Leases are not in a copy: their epochs begin again.
      const moved = { ...(JSON.parse(this.#moved.move({ type, data })) as object), epoch: 1 };
      const id = eventIdFrom(`copied checkpoint|${stream}`);
      const event = { id, type, data: JSON.stringify(moved), metadata: withFirstRecorded(metadata, recordedAt) };
      await this.#appends.append({ stream, revision: 0n, events: [event] });
    }
    await this.#appends.drain();
    return this.#count;
  }

  async #withMovedPosition(event: CopiedEvent): Promise<CopiedEvent> {
    if (!positionFields.has(event.type)) return event;
    if (!this.#moved.isSettled(event)) {
      // What it points to is before it, and has its position once it is on disk.
      await this.#appendGroup();
      await this.#appends.drain();
    }
    return { ...event, data: this.#moved.move(event) };
  }

  /** Whether events hold a position up to this one that was not passed yet. */
  #passNamed(position: bigint): boolean {
    const { positions } = this.#survey;
    const before = this.#nextNamed;
    while ((positions[this.#nextNamed] ?? position + 1n) <= position) this.#nextNamed += 1;
    return this.#nextNamed > before;
  }

  async #appendGroup(): Promise<void> {
    const [first] = this.#group;
    const last = this.#group.at(-1);
    if (first === undefined || last === undefined) return;
    const events = this.#group.map(restored);
    this.#count += events.length;
    this.#group = [];
    this.#characters = 0;
    await this.#appends.append({
      stream: first.stream,
      revision: first.revision,
      events,
      onAppended: (position) => this.#moved.appended(last.position, position),
    });
  }
}

const restored = ({ id, type, data, metadata, recordedAt }: CopiedEvent): EventToAppend => ({
  id,
  type,
  data,
  metadata: withFirstRecorded(metadata, recordedAt),
});
