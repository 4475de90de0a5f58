import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@tapwise/adapters';
import { simulatedAds } from './simulated-ads.ts';

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
    EVENTSTORE_URL: logAddress(environment),
    CLICKHOUSE_URL:
      environment.CLICKHOUSE_URL ?? `http://default:@127.0.0.1:${portOf(environment, 'clickhouse')}/tapwise`,
  };
}

/** Where the log is. @throws Error when no product has run there. */
export const logAddress = (environment: Environment): string =>
  environment.EVENTSTORE_URL ?? `esdb://127.0.0.1:${portOf(environment, 'eventstore')}?tls=false`;

function portOf(environment: Environment, part: 'eventstore' | 'clickhouse'): string {
  const port = partPort(environment, part);
  if (port !== undefined) return port;
  throw new Error(`No product has run in ${environment.DATA_DIR}. Set EVENTSTORE_URL and CLICKHOUSE_URL.`);
}

/** @returns the port on which the product of this `DATA_DIR` last had a part; `undefined` when it had none. */
function partPort({ DATA_DIR }: Environment, part: 'eventstore' | 'clickhouse' | 'simulator'): string | undefined {
  const file = join(DATA_DIR, 'log', `${part}.log`);
  const lines = existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(/^LISTENING (\d+)/gm)] : [];
  return lines.at(-1)?.[1];
}

/** The environment, where nothing is set with the simulated ad service of the demo that runs in this `DATA_DIR`. */
export function withDemoAds(environment: Environment): Environment {
  const port = partPort(environment, 'simulator');
  const { APPLE_ADS_CLIENT_ID } = environment.rawVariables;
  if (port === undefined || APPLE_ADS_CLIENT_ID !== undefined) return environment;
  const isUnset = ([name]: readonly [string, string]): boolean => environment.rawVariables[name] === undefined;
  const simulated = Object.entries(simulatedAds(environment.DATA_DIR, port)).filter(isUnset);
  return { ...environment, ...Object.fromEntries(simulated) };
}
