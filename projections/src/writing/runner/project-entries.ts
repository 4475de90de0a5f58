import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClickHouseClient, RecordedEvent } from '@tapwise/adapters';
import type { TableRow } from '../../tables/table-catalogue.ts';
import type { LogEntry } from './log-batch.ts';
import { isParked, type ParkedStreams, type PoisonEntry, parkStream, waitsBehind } from './parked-streams.ts';
import type { BatchProjection, EventProjection, Outcome, ProjectedEvents, Projection } from './projection.ts';

/** Rows of a batch in one projection. */
export interface ProjectedEntries {
  readonly rows: readonly TableRow[];
  readonly parked: readonly PoisonEntry[];
}

type ProjectEvents = (client: ClickHouseClient, events: readonly RecordedEvent[]) => Promise<ProjectedEvents>;

/**
 * All rows of a batch of the log in one projection. What cannot be projected is parked, and the later events of its stream wait
 * in the log, because what they mean may depend on it.
 * @param parked Grows by the streams of newly parked events.
 * @param projectEvents In place of the projection's own way to take events together.
 * @throws the engine's error when something must be looked up.
 */
export async function projectEntries(
  client: ClickHouseClient,
  projection: Projection,
  entries: readonly LogEntry[],
  parked: ParkedStreams,
  projectEvents: ProjectEvents | undefined = projectEventsOf(projection),
): Promise<ProjectedEntries> {
  const types: ReadonlySet<string> = new Set(projection.eventTypes);
  const poison: PoisonEntry[] = [];
  const rows: TableRow[] = [];
  let sound: RecordedEvent[] = [];
  const park = (entry: LogEntry, reason: string): void => {
    parkStream(parked, entry);
    poison.push({ entry, reason });
  };
  for (const entry of entries) {
    if (!types.has('event' in entry ? entry.event.type : entry.type)) continue;
    if (waitsBehind(parked, entry)) continue;
    if (!('event' in entry)) park(entry, entry.reason);
    else if (projectEvents !== undefined) sound.push(entry);
    else {
      const outcome = outcomeOf(projection as EventProjection, entry);
      if (outcome.kind === 'rows') rows.push(...outcome.rows);
      else if (outcome.kind === 'park') park(entry, outcome.reason);
    }
  }
  // Without an event that turns out to be poison, those of its stream that follow in the same batch mean something else.
  while (projectEvents !== undefined && sound.length > 0) {
    const projected = await projectEvents(client, sound);
    if (projected.parked.length === 0) return { rows: projected.rows, parked: earliest(poison) };
    for (const { recorded, reason } of projected.parked) park(recorded, reason);
    sound = sound.filter((entry) => !isParked(parked, entry));
  }
  return { rows, parked: earliest(poison) };
}

/**
 * Has one projection after the other make its rows, and lets the process do between two what waits: all of a large batch take seconds on a
 * slow machine, within which a lease would not be renewed. What one looks up goes on beside the next.
 * @throws what the first that fails throws.
 */
export async function inTurns<Subject, Result>(
  subjects: readonly Subject[],
  work: (subject: Subject) => Promise<Result>,
): Promise<Result[]> {
  const results: Promise<Result>[] = [];
  for (const subject of subjects) {
    const result = work(subject);
    // Thrown below; until then a failure must not end the process.
    result.catch(() => undefined);
    results.push(result);
    await nextTurn();
  }
  return await Promise.all(results);
}

const projectEventsOf = (projection: Projection): ProjectEvents | undefined =>
  isBatch(projection) ? (client, events) => projection.projectBatch(client, events) : undefined;

/** Whether a projection takes events together. */
export const isBatch = (projection: Projection): projection is BatchProjection => 'projectBatch' in projection;

// Of a stream only the first event that cannot be projected counts.
function earliest(poison: readonly PoisonEntry[]): PoisonEntry[] {
  const byStream = new Map<string, PoisonEntry>();
  for (const poisonEntry of poison) {
    const existing = byStream.get(poisonEntry.entry.stream);
    if (existing === undefined || poisonEntry.entry.position < existing.entry.position)
      byStream.set(poisonEntry.entry.stream, poisonEntry);
  }
  return [...byStream.values()];
}

// A defect in a projection must not stop the whole log; the event waits with the error's words.
function outcomeOf(projection: EventProjection, recorded: RecordedEvent): Outcome {
  try {
    return projection.project(recorded);
  } catch (error) {
    return { kind: 'park', reason: `${projection.name}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
