import { furthestBehind, readCheckpoints } from '../../tables/checkpoint.queries.ts';
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
  const [checkpoints, parked, exchanges] = await Promise.all([
    readCheckpoints(client),
    parkedStreams(tables),
    readExchanges(client),
  ]);
  return {
    position: furthestBehind((name) => checkpoints.get(name)?.done)?.position,
    projections: projectionNames.map((name) => {
      const tableExchange = exchanges.find(({ projection }) => projection === name);
      return {
        name,
        position: checkpoints.get(name)?.done?.position,
        parked: parked.filter(({ projection }) => projection === name).length,
        state: tableExchange?.state ?? 'free',
        detail: tableExchange?.detail ?? '',
      };
    }),
    firstParked: parked[0],
    parkedStreams: new Set(parked.map(({ stream }) => stream)).size,
  };
}
