import type { EventLog } from '../event-log.ts';
import { transportOf } from '../log-client.ts';
import type { StoredEvent } from '../transport/log-transport.ts';
import { belongsInCopy, type CopiedEvent, toCopiedEvent } from './copied-event.ts';

/** The part of the log to copy. */
export interface PartToCopy {
  /** Where to begin: the position of an event that is there; `undefined` is the beginning. */
  readonly from: bigint | undefined;
  /** Position of the last event. */
  readonly to: bigint;
}

/** Characters of events that wait for whoever copies them. */
const mostWaiting = 8_000_000;

/**
 * Reads what belongs in a copy, in the order of the log.
 * @throws the log's own error, also when it interrupts the reading.
 */
export async function* readForCopy(log: EventLog, { from, to }: PartToCopy): AsyncGenerator<CopiedEvent[]> {
  for await (const stored of readAll(log, from)) {
    const end = stored.findIndex(({ position }) => position > to);
    const part = end === -1 ? stored : stored.slice(0, end);
    yield part.filter(belongsInCopy).map(toCopiedEvent);
    if (end !== -1) return;
  }
}

/** Whether the log holds events of a product; its own do not count. */
export async function isLogEmpty(log: EventLog): Promise<boolean> {
  for await (const stored of readAll(log, undefined))
    if (stored.some(({ stream }) => !stream.startsWith('$'))) return false;
  return true;
}

async function* readAll(log: EventLog, from: bigint | undefined): AsyncGenerator<StoredEvent[]> {
  let waiting: StoredEvent[] = [];
  let size = 0;
  let end: { readonly error: Error | undefined } | undefined;
  let wake: () => void = () => undefined;
  const reading = transportOf(log).read(
    { kind: 'all', from: from ?? 'start' },
    {
      onEvent: (event) => {
        waiting.push(event);
        size += event.dataText.length;
        if (size > mostWaiting) reading.pause();
        wake();
      },
      onEnd: (error) => {
        end = { error };
        wake();
      },
    },
  );
  try {
    for (;;) {
      if (waiting.length > 0) {
        const events = waiting;
        waiting = [];
        size = 0;
        reading.resume();
        yield events;
      } else if (end === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if (end.error === undefined) return;
      else throw end.error;
    }
  } finally {
    reading.cancel();
  }
}
