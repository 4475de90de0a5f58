import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { senderLimits } from '../http/sender-limits.ts';

const path = '/batches';
const heartbeatMs = 10_000;
const longestSilenceMs = 3 * heartbeatMs;
const beforeReconnectMs = 1000;

/** How the process that fills the tables says that it has written a batch. */
export interface BatchNotices {
  notify(): void;
  close(): void;
}

/**
 * Answers `GET /batches` with a line for each batch and every ten seconds, for as long as the caller listens. A notice carries
 * nothing: what was written is read from the tables, so a notice that is lost or made up does no harm.
 * @param url `http://host:port` to listen at.
 * @param onFault called when that is not possible; readers then look at the tables regularly.
 */
export function serveBatchNotices(url: string, onFault: (error: unknown) => void): BatchNotices {
  const listeners = new Set<ServerResponse>();
  const notify = (): void => {
    // A caller that does not read will learn of the next batch.
    for (const listener of listeners) if (!listener.writableNeedDrain) listener.write('\n');
  };
  const server = createServer(senderLimits, (request, response) => {
    if (request.method !== 'GET' || request.url !== path) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).flushHeaders();
    listeners.add(response);
    response.once('close', () => listeners.delete(response));
  });
  server.on('error', onFault);
  const { hostname, port } = new URL(url);
  server.listen(Number(port), hostname.replace(/^\[|\]$/g, ''));
  const heartbeat = setInterval(notify, heartbeatMs);
  heartbeat.unref();
  return {
    notify,
    close: () => {
      clearInterval(heartbeat);
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The other end of the notices. */
export interface FollowedNotices {
  /** Whether batches are announced at present. */
  isConnected(): boolean;
}

/**
 * Listens until the signal aborts, over every interruption.
 * @param url as `serveBatchNotices` was given.
 */
export function followBatchNotices(url: string, signal: AbortSignal, onNotice: () => void): FollowedNotices {
  let isConnected = false;
  const listen = async (): Promise<void> => {
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(), longestSilenceMs);
    try {
      const response = await fetch(new URL(path, url), { signal: AbortSignal.any([signal, silent.signal]) });
      isConnected = response.ok;
      for await (const _line of response.body ?? []) {
        timer.refresh();
        onNotice();
      }
    } finally {
      isConnected = false;
      clearTimeout(timer);
    }
  };
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      // The other process may have ended, or not begun; what is missed meanwhile is in the tables.
      await listen().catch(() => undefined);
      await pause(beforeReconnectMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  void follow();
  return { isConnected: () => isConnected };
}
