import type { RequestListener, ServerResponse } from 'node:http';
import { z } from 'zod';
import { OutsideFault } from '../failures/outside-fault.ts';
import { isLocal } from '../http/client-address.ts';

const path = '/past-tables/';
const heartbeatMs = 10_000;
const longestSilenceMs = 3 * heartbeatMs;
/** Databases of past instants that exist at once. */
export const pastTablesAtMost = 2;

/** Tables as they were at an instant. */
export interface PastTables {
  readonly database: string;
  /** Of the last event they hold; 0 when there was none. */
  readonly position: bigint;
}

/** Makes and drops them, where tables are written. */
export interface PastTablesMaker {
  /** @param onProgress called with the part of the log that has been read, 0 to 1. @throws when they cannot be made; nothing is left then. */
  make(at: Date, onProgress: (part: number) => void, signal: AbortSignal): Promise<PastTables>;
  drop(database: string): Promise<void>;
}

/** Too many are in use, or one is being made. */
export class PastTablesBusyError extends OutsideFault {
  override readonly name = 'PastTablesBusyError';

  constructor() {
    super('Tables of another instant are being made', { retry: true });
  }
}

const lineSchema = z.union([
  z.object({ progress: z.number() }),
  z.object({ database: z.string(), position: z.string() }),
]);

/**
 * Answers `GET /past-tables/<instant>` with lines of JSON: the progress, then the database. The tables live for as long as the
 * caller keeps the answer open, so nothing has to be given back by a caller that dies. Only this machine is answered: making
 * tables reads the whole log.
 */
export function createPastTablesHandler(maker: PastTablesMaker, onFault: (error: unknown) => void): RequestListener {
  const open = new Set<ServerResponse>();
  let isMaking = false;
  const lease = async (at: Date, response: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    void closed.then(() => gone.abort());
    const say = (line: object): unknown => response.write(`${JSON.stringify(line)}\n`);
    const heartbeat = setInterval(() => response.write('\n'), heartbeatMs);
    try {
      const onProgress = (progress: number) => say({ progress });
      const { database, position } = await maker.make(at, onProgress, gone.signal).finally(() => (isMaking = false));
      say({ database, position: position.toString() });
      await closed;
      await maker.drop(database);
    } catch (error) {
      if (!gone.signal.aborted) onFault(error);
      // Cut off in the middle: the caller sees that nothing comes.
      response.destroy();
    } finally {
      clearInterval(heartbeat);
      open.delete(response);
    }
  };
  return (request, response) => {
    const at = instantOf(request.url);
    if (request.method !== 'GET' || at === undefined || !isLocal(request)) {
      response.writeHead(404).end();
      return;
    }
    if (isMaking || open.size >= pastTablesAtMost) {
      response.writeHead(503).end();
      return;
    }
    isMaking = true;
    open.add(response);
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }).flushHeaders();
    void lease(at, response);
  };
}

function instantOf(url = ''): Date | undefined {
  if (!url.startsWith(path)) return undefined;
  const at = new Date(url.slice(path.length));
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Tables that are there until they are given back, or until the process that made them ends. */
export interface LeasedTables extends PastTables {
  /** Resolves when they are no longer there. */
  readonly ended: Promise<void>;
}

/**
 * Has tables of an instant made and keeps them until the signal aborts.
 * @param url as the other side listens at.
 * @param onProgress called with the part of the log that has been read, 0 to 1.
 * @throws PastTablesBusyError; Error when they could not be made.
 */
export async function leasePastTables(
  url: string,
  at: Date,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<LeasedTables> {
  const lines = linesOf(new URL(`${path}${at.toISOString()}`, url), signal);
  for (let line = await lines.next(); line.value !== undefined; line = await lines.next()) {
    const message = lineSchema.parse(JSON.parse(line.value));
    if ('database' in message) {
      const ended = lines.next().then(
        () => undefined,
        () => undefined,
      );
      return { database: message.database, position: BigInt(message.position), ended };
    }
    onProgress(message.progress);
  }
  throw new Error('The tables could not be made');
}

/** Lines of an answer that are not empty. Ends when the other side is silent for too long. */
async function* linesOf(url: URL, signal: AbortSignal): AsyncGenerator<string, undefined> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), longestSilenceMs);
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, silent.signal]) });
    if (response.status === 503) throw new PastTablesBusyError();
    if (!response.ok || response.body === null)
      throw new Error(`Tables of the past were answered with ${response.status}`);
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      timer.refresh();
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter((line) => line !== '');
    }
  } finally {
    clearTimeout(timer);
  }
}
