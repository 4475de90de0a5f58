import { positionFields } from '@tapwise/domain';
import type { CopiedEvent } from './copied-event.ts';

interface Moved {
  readonly position: bigint;
  /** Whether the very event at the position is there. */
  readonly isEvent: boolean;
}

/** Where what events point to is in the log that is being filled. */
export class MovedPositions {
  readonly #positions: readonly bigint[];
  readonly #moved = new Map<bigint, Moved>();
  #index = 0;
  #last = 0n;

  /** @param positions that events hold; ascending. */
  constructor(positions: readonly bigint[]) {
    this.#positions = positions;
  }

  /** Events are appended in the order of the copy: the one that was at `before` is at `after` now. */
  appended(before: bigint, after: bigint): void {
    for (; this.#index < this.#positions.length; this.#index += 1) {
      const position = this.#positions[this.#index] ?? before;
      if (position > before) break;
      const isEvent = position === before;
      this.#moved.set(position, { position: isEvent ? after : this.#last, isEvent });
    }
    this.#last = after;
  }

  /** Whether it is settled where an event points to; otherwise it is once everything before the event is appended. */
  isSettled(event: NamingEvent): boolean {
    const held = heldPosition(event);
    return held === undefined || this.#moved.has(held.position);
  }

  /** The data of an event of which everything before it is appended or that is settled, with the position in the log that is being filled. */
  move(event: NamingEvent): string {
    const held = heldPosition(event);
    if (held === undefined) return event.data;
    const { field, names, isText, data } = held;
    const moved = this.#moved.get(held.position) ?? { position: this.#last, isEvent: false };
    // An event that is not in the copy must not be taken for another one.
    const position = names === 'event' && !moved.isEvent ? 0n : moved.position;
    return JSON.stringify({ ...data, [field]: isText ? String(position) : Number(position) });
  }
}

type NamingEvent = Pick<CopiedEvent, 'type' | 'data'>;

/** The position that an event holds, and how; `undefined` for one that holds none. */
export function heldPosition({ type, data: text }: NamingEvent) {
  const entry = positionFields.get(type);
  if (entry === undefined) return undefined;
  const data = JSON.parse(text) as Record<string, unknown>;
  const value = data[entry.field];
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return { ...entry, data, isText: typeof value === 'string', position: BigInt(value) };
}
