import type { User } from './http/credentials.ts';

/** What the environment says about one node. */
export interface NodeOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** `:memory:` for a directory that is removed at the end. */
  readonly dataDirectory: string;
  readonly maxMemoryBytes: number;
  readonly users: readonly User[];
  /** Size of libuv's thread pool in this process. */
  readonly threads: number;
}

const DEFAULT_MEMORY_BYTES = 2_000_000_000;

/**
 * Reads the environment.
 *
 * @throws RangeError for a port or size that is no number, TypeError for a directory the engine would take for a pattern
 */
export function readNodeOptions(env: NodeJS.ProcessEnv): NodeOptions {
  const dataDirectory = env.DATA_DIR || ':memory:';
  if (/[*?{}]/.test(dataDirectory)) throw new TypeError('DATA_DIR must not contain any of * ? { }');
  const users: User[] = [{ name: 'default', password: '' }];
  if (env.CLICKHOUSE_USER) {
    const added = { name: env.CLICKHOUSE_USER, password: env.CLICKHOUSE_PASSWORD ?? '' };
    if (added.name === 'default') users[0] = added;
    else users.push(added);
  }
  return {
    host: env.HOST || '127.0.0.1',
    port: readInteger('PORT', env.PORT, 0, 65_535),
    dataDirectory,
    maxMemoryBytes: readInteger('CLICKHOUSE_MAX_MEMORY', env.CLICKHOUSE_MAX_MEMORY, DEFAULT_MEMORY_BYTES, 2 ** 50),
    users,
    threads: readInteger('UV_THREADPOOL_SIZE', env.UV_THREADPOOL_SIZE, 4, 1024),
  };
}

function readInteger(name: string, value: string | undefined, fallback: number, largest: number): number {
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number > largest) {
    throw new RangeError(`${name} must be a whole number from 0 to ${largest}, not ${JSON.stringify(value)}`);
  }
  return number;
}
