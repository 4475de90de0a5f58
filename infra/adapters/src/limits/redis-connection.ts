import type { Logger } from '../observability/logger.ts';

/** What is used of the client of Redis by hand; the limiter uses more of it. */
export interface RedisConnection {
  /** `ready` while commands are answered. */
  readonly status: string;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'ready', listener: () => void): unknown;
  disconnect(): void;
}

type RedisClass = new (url: string, options: object) => RedisConnection;

/** Loaded only where `REDIS_URL` is set: its name is no constant of an import, so that no bundle and no start contains it. */
const library: string = 'ioredis';
const longestPauseMs = 5000;

/**
 * Connects to Redis and again whenever it was away. No command waits for a connection, nor longer than a moment for its answer.
 * That Redis is away is logged once, and that it is back.
 */
export async function connectRedis(url: string, logger: Logger): Promise<RedisConnection> {
  const { Redis } = (await import(library)) as { Redis: RedisClass };
  const connection = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2000,
    commandTimeout: 200,
    retryStrategy: (attempts: number) => Math.min(longestPauseMs, 200 * attempts),
  });
  reportAbsence(connection, logger);
  return connection;
}

/** Logs when Redis goes away and when it is back. */
export function reportAbsence(connection: Pick<RedisConnection, 'on'>, logger: Logger): void {
  let isAway = false;
  connection.on('error', (error) => {
    if (!isAway) logger.warn({ err: error }, 'Redis is away: each process counts calls by itself');
    isAway = true;
  });
  connection.on('ready', () => {
    if (isAway) logger.info('Redis is back: calls are counted together again');
    isAway = false;
  });
}
