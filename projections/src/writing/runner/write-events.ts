import { type ClickHouseClient, insertRows, type Logger, type RecordedEvent } from '@tapwise/adapters';
import { projectionName, writeCheckpoint } from '../../tables/checkpoint.queries.ts';
import { isContentFault } from './content-fault.ts';
import { planInserts } from './insert-plan.ts';
import { rangeOf } from './log-range.ts';
import { type ParkedStreams, parkedRow, parkStream } from './parked-event.queries.ts';
import { type ProjectedBatch, projectBatch } from './project-batch.ts';
import type { TableRow } from './projection.ts';

export interface WriteContext {
  readonly client: ClickHouseClient;
  readonly logger: Logger;
  /** Streams whose later events wait for a person. */
  readonly parkedStreams: ParkedStreams;
}

const attemptsPerEvent = 3;

/**
 * Writes a run of events: the range is announced, then every table gets one insert, then the range is done. When the engine
 * refuses the content, the run is halved until the event that it refuses stands alone; that one is tried again, then parked.
 * @param extra Rows that belong to the range but to none of its readable events.
 * @throws faults of the engine, which may be gone at the next try.
 */
export async function writeEvents(
  context: WriteContext,
  events: readonly RecordedEvent[],
  extra: readonly TableRow[] = [],
): Promise<void> {
  try {
    await writeRange(context, events, extra, (parked) => projectBatch(context.client, events, parked, 'recompute'));
  } catch (error) {
    if (!isContentFault(error)) throw error;
    if (events.length === 1) return await retryThenPark(context, events, extra, error);
    const middle = Math.ceil(events.length / 2);
    await writeEvents(context, events.slice(0, middle), extra);
    await writeEvents(context, events.slice(middle));
  }
}

async function retryThenPark(
  context: WriteContext,
  events: readonly RecordedEvent[],
  extra: readonly TableRow[],
  refusal: Error,
): Promise<void> {
  for (let attempt = 2; attempt <= attemptsPerEvent; attempt += 1) {
    try {
      return await writeRange(context, events, extra, (parked) =>
        projectBatch(context.client, events, parked, 'recompute'),
      );
    } catch (error) {
      if (!isContentFault(error)) throw error;
    }
  }
  const parked = events.map((recorded) => ({ recorded, reason: refusal.message }));
  const rows = events.map((recorded) => parkedRow(recorded, refusal.message));
  await writeRange(context, events, extra, async () => ({ rows, parked }));
}

async function writeRange(
  context: WriteContext,
  events: readonly RecordedEvent[],
  extra: readonly TableRow[],
  project: (parkedStreams: ParkedStreams) => Promise<ProjectedBatch>,
): Promise<void> {
  const { client, logger } = context;
  const range = rangeOf(events);
  const recordedAt = events.at(-1)?.recordedAt ?? new Date(0);
  const announced = writeCheckpoint(client, { state: 'intended', range, recordedAt });
  // Streams parked in a range that is not written after all must not stay parked, hence the copy.
  const [batch] = await Promise.all([project(new Map(context.parkedStreams)), announced]);
  const rangeName = `${projectionName}:${range.from}-${range.to}`;
  const inserts = planInserts([...batch.rows, ...extra], rangeName);
  await Promise.all(inserts.map((insert) => insertRows(client, insert)));
  await writeCheckpoint(client, { state: 'done', range, recordedAt });
  for (const { recorded, reason } of batch.parked) {
    parkStream(context.parkedStreams, recorded);
    const { stream, position, event } = recorded;
    logger.error({ stream, position: position.toString(), type: event.type, reason }, 'event parked');
  }
}
