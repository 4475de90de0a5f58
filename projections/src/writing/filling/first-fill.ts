import type { ClickHouseClient, EventLog } from '@tapwise/adapters';
import { readCompleted, writeCompleted } from '../../tables/completion.queries.ts';

/** So many events at once are history that is read in: a day's traffic does not come like that. */
const historyEvents = 500;
/** After so long without history what comes is the present. */
const quietMs = 30_000;
/** A log with fewer events says nothing: that of a new installation is read to its end at once, before its history comes. */
const fewestEvents = 1000;

interface FirstFillOptions {
  readonly log: Pick<EventLog, 'countAfter'>;
  readonly client: ClickHouseClient;
  /** Names of projections that follow the log together. */
  readonly projections: readonly string[];
  /** When following begins; milliseconds of a steady clock. */
  readonly begun: number;
}

interface NextBatch {
  /** How many there are in it. */
  readonly events: number;
  /** Up to which the tables are complete before it. */
  readonly done: bigint | undefined;
  /** By the clock of `begun`. */
  readonly now: number;
}

/** Finds out when tables that are filled for the first time are complete. */
export interface FirstFill {
  /** Called before a batch is written. @throws the log's or the engine's error. */
  beforeBatch(batch: NextBatch): Promise<void>;
}

/**
 * The log has no end, so tables are said to be complete for the first time when nothing but single events has come for a while. That they once
 * reached the end of the log is not enough: those of a new installation do so before its history comes.
 */
export function followFirstFill({ log, client, projections, begun }: FirstFillOptions): FirstFill {
  let isOver = false;
  let quietSince = begun;
  return {
    beforeBatch: async ({ events, done, now }) => {
      if (isOver) return;
      const wasQuiet = now - quietSince >= quietMs;
      if (wasQuiet || events >= historyEvents) quietSince = now;
      if (!wasQuiet || done === undefined || (await log.countAfter(0n, fewestEvents)) < fewestEvents) return;
      const completed = await readCompleted(client);
      const left = projections.filter((name) => !completed.has(name));
      if (left.length > 0) await writeCompleted(client, left, { position: done, at: new Date() });
      isOver = true;
    },
  };
}
