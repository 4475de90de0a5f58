import { type ClickHouseClient, insertRows, type Logger, type RecordedEvent } from '@tapwise/infra';
import { projectionName, writeCheckpoint } from './checkpoint.queries.ts';
import { isContentFault } from './content-fault.ts';
import { planInserts } from './insert-plan.ts';
import { rangeOf } from './log-range.ts';
import { parkedRow } from './parked-event.queries.ts';
import { type ProjectedBatch, projectBatch } from './project-batch.ts';

export interface WriteContext {
  readonly client: ClickHouseClient;
  readonly logger: Logger;
  /** Streams whose events wait for a person. */
  readonly parkedStreams: Set<string>;
}

const attemptsPerEvent = 3;

/**
 * Writes a run of events: the range is announced, then every table gets one insert, then the range is done. When the engine
 * refuses the content, the run is halved until the event that it refuses stands alone; that one is tried again, then parked.
 * @throws faults of the engine, which may be gone at the next try.
 */
export async function writeEvents(context: WriteContext, events: readonly RecordedEvent[]): Promise<void> {
  try {
    await writeRange(context, events, (parkedStreams) =>
      projectBatch(context.client, events, parkedStreams, 'recompute'),
    );
  } catch (error) {
    if (!isContentFault(error)) throw error;
    if (events.length === 1) return await retryThenPark(context, events, error);
    const middle = Math.ceil(events.length / 2);
    await writeEvents(context, events.slice(0, middle));
    await writeEvents(context, events.slice(middle));
  }
}

async function retryThenPark(
  context: WriteContext,
  events: readonly RecordedEvent[],
  refusal: Error,
): Promise<void> {
  for (let attempt = 2; attempt <= attemptsPerEvent; attempt += 1) {
    try {
      return await writeRange(context, events, (parkedStreams) =>
        projectBatch(context.client, events, parkedStreams, 'recompute'),
      );
    } catch (error) {
      if (!isContentFault(error)) throw error;
    }
  }
  await writeRange(context, events, async (parkedStreams) => {
    for (const { stream } of events) parkedStreams.add(stream);
    return {
      rows: events.map((recorded) => parkedRow(recorded, refusal.message)),
      parked: events.map((recorded) => ({ recorded, reason: refusal.message })),
    };
  });
}

async function writeRange(
  context: WriteContext,
  events: readonly RecordedEvent[],
  project: (parkedStreams: Set<string>) => Promise<ProjectedBatch>,
): Promise<void> {
  const { client, logger } = context;
  const range = rangeOf(events);
  const recordedAt = events.at(-1)?.recordedAt ?? new Date(0);
  // Streams parked in a range that is not written after all must not stay parked.
  const parkedStreams = new Set(context.parkedStreams);
  const announced = writeCheckpoint(client, { state: 'intended', range, recordedAt });
  const [batch] = await Promise.all([project(parkedStreams), announced]);
  const rangeName = `${projectionName}:${range.from}-${range.to}`;
  await Promise.all(planInserts(batch.rows, rangeName).map((insert) => insertRows(client, insert)));
  await writeCheckpoint(client, { state: 'done', range, recordedAt });
  for (const { recorded, reason } of batch.parked) {
    context.parkedStreams.add(recorded.stream);
    const { stream, position, event } = recorded;
    logger.error({ stream, position: position.toString(), type: event.type, reason }, 'event parked');
  }
}
