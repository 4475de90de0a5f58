import type { EventStoreNodeOptions } from './node.ts';

/** Reads the node's options. Throws with the name of the variable when a value makes no sense. */
export function readEnvironment(environment: NodeJS.ProcessEnv): EventStoreNodeOptions {
  return {
    port: integer(environment, 'PORT', 0, 65_535) ?? 2113,
    host: text(environment, 'HOST') ?? '127.0.0.1',
    dataDir: text(environment, 'DATA_DIR') ?? '.data/eventstore',
    advertiseHost: text(environment, 'ADVERTISE_HOST'),
    advertisePort: integer(environment, 'ADVERTISE_PORT', 1, 65_535),
    faultControl: text(environment, 'FAULT_CONTROL') === 'on',
    maxAppendBytes: integer(environment, 'EVENTSTORE_MAX_APPEND_SIZE', 1, 16_000_000),
  };
}

function text(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = environment[name];
  return value === undefined || value === '' ? undefined : value;
}

function integer(environment: NodeJS.ProcessEnv, name: string, least: number, most: number): number | undefined {
  const value = text(environment, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
  }
  return number;
}
