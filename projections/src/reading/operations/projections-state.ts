import { furthestBehind, readCheckpoints } from '../../tables/checkpoint.queries.ts';
import { readCompleted } from '../../tables/completion.queries.ts';
import { readExchanges, type TableExchange } from '../../tables/exchange.queries.ts';
import { projectionNames } from '../../tables/table-catalogue.ts';
import { type LoggedTables, parkedStreams } from './parked-streams.ts';

/** How the projections are, for health and metrics. */
export interface ProjectionsState {
  /** Up to which all tables are complete; `undefined` while a projection has written nothing. */
  readonly position: bigint | undefined;
  readonly projections: readonly {
    readonly name: string;
    readonly position: bigint | undefined;
    /** Whether its tables were ever complete; until then they are being filled for the first time. */
    readonly wasComplete: boolean;
    /** How many streams wait for an operator. */
    readonly parked: number;
    /** What is done with its tables beside following, and the error of a failure. */
    readonly state: TableExchange['state'];
    readonly detail: string;
  }[];
  /** The parked event that came first. */
  readonly firstParked:
    | { readonly projection: string; readonly stream: string; readonly position: bigint; readonly reason: string }
    | undefined;
  /** How many streams wait, each counted once. */
  readonly parkedStreams: number;
}

/** @throws the engine's or the log's error. */
export async function projectionsState(tables: LoggedTables): Promise<ProjectionsState> {
  const { client } = tables;
  const [checkpoints, parked, exchanges, completed] = await Promise.all([
    readCheckpoints(client),
    parkedStreams(tables),
    readExchanges(client),
    readCompleted(client),
  ]);
  return {
    position: furthestBehind((name) => checkpoints.get(name)?.done)?.position,
    projections: projectionNames.map((name) => {
      const tableExchange = exchanges.find(({ projection }) => projection === name);
      return {
        name,
        position: checkpoints.get(name)?.done?.position,
        wasComplete: completed.has(name),
        parked: parked.filter(({ projection }) => projection === name).length,
        state: tableExchange?.state ?? 'free',
        detail: tableExchange?.detail ?? '',
      };
    }),
    firstParked: parked[0],
    parkedStreams: new Set(parked.map(({ stream }) => stream)).size,
  };
}

/**
 * Whether the tables that are furthest behind are filled for the first time: of a new installation, or made again from the log.
 */
export function isFirstFill({ position, projections }: ProjectionsState): boolean {
  const furthest = projections.filter((projection) => projection.position === position);
  return furthest.length > 0 && furthest.every(({ wasComplete }) => !wasComplete);
}

/** What is said of tables that are filled for the first time. @param end Of the log. */
export function firstFillText(position: bigint, end: bigint): string {
  const share = end <= position ? 100n : (position * 100n) / end;
  return `The tables are being filled for the first time: ${share} % of the log`;
}
