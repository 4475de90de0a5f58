import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@tapwise/adapters';

/** Addresses of the log and the tables. */
export interface EngineAddresses extends Record<string, string> {
  readonly EVENTSTORE_URL: string;
  readonly CLICKHOUSE_URL: string;
}

/**
 * Where the engines are: as the environment says, else where the product of this `DATA_DIR` has them.
 * @throws Error when no product has run there.
 */
export function engineAddresses(environment: Environment): EngineAddresses {
  return {
    EVENTSTORE_URL: environment.EVENTSTORE_URL ?? `esdb://127.0.0.1:${portOf(environment, 'eventstore')}?tls=false`,
    CLICKHOUSE_URL:
      environment.CLICKHOUSE_URL ?? `http://default:@127.0.0.1:${portOf(environment, 'clickhouse')}/tapwise`,
  };
}

function portOf({ DATA_DIR }: Environment, part: 'eventstore' | 'clickhouse'): string {
  const file = join(DATA_DIR, 'log', `${part}.log`);
  const lines = existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(/^LISTENING (\d+)/gm)] : [];
  const port = lines.at(-1)?.[1];
  if (port !== undefined) return port;
  throw new Error(`No product has run in ${DATA_DIR}. Set EVENTSTORE_URL and CLICKHOUSE_URL.`);
}
