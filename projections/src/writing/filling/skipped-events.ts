import { type EventLog, readLog } from '@tapwise/adapters';
import { parkedStreamPrefix, tableParkingPrefix } from '@tapwise/domain';
import { projectionNames } from '../../tables/table-catalogue.ts';

/** Positions of events that an operator has left out, and the projections that could not process them; the others have them. */
export type SkippedEvents = ReadonlyMap<bigint, ReadonlySet<string>>;

/** @throws the log's error. */
export async function readSkippedEvents(log: EventLog): Promise<SkippedEvents> {
  const skipped = new Set<bigint>();
  const parkedIn = new Map<bigint, Set<string>>();
  await readLog(log, { streamPrefixes: [parkedStreamPrefix, tableParkingPrefix] }, (events) => {
    for (const { event } of events) {
      if (event.type === 'ParkedEventSkipped') skipped.add(BigInt(event.data.position));
      if (event.type !== 'StreamParked') continue;
      const at = BigInt(event.data.position);
      parkedIn.set(at, (parkedIn.get(at) ?? new Set()).add(event.data.projection));
    }
  });
  // Logs of older versions do not say which projections a stream was parked in.
  const all = new Set<string>(projectionNames);
  return new Map([...skipped].map((position) => [position, parkedIn.get(position) ?? all]));
}

/** What a projection is given of some events. */
export function withoutSkipped<Entry extends { readonly position: bigint }>(
  entries: readonly Entry[],
  skipped: SkippedEvents | undefined,
  projection: string,
): readonly Entry[] {
  if (skipped === undefined || skipped.size === 0) return entries;
  return entries.filter(({ position }) => skipped.get(position)?.has(projection) !== true);
}
