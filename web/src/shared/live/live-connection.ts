import type { Acknowledgement, ClientToServer, ReportCall, ServerToClient } from '@tapwise/contract';
import { io, type Socket } from 'socket.io-client';
import { tokenStore } from '../storage/token-store.ts';

export type RowsMessage = Parameters<ServerToClient['rows']>[0];
export type TodayMessage = Parameters<ServerToClient['live']>[0];
export type ConnectionState = 'connecting' | 'connected' | 'reconnecting';

let socket: Socket<ServerToClient, ClientToServer> | null = null;
let state: ConnectionState = 'connecting';
const listeners = new Set<() => void>();

function setState(next: ConnectionState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

/** The page's one socket; it reconnects by itself and reads the token again each time. */
function connection(): Socket<ServerToClient, ClientToServer> {
  if (socket !== null) return socket;
  // The server speaks WebSocket only: no long polling, no second kind of connection to guard.
  socket = io({
    transports: ['websocket'],
    auth: (answer) => answer({ token: tokenStore.get() }),
    reconnectionDelayMax: 5_000,
  });
  socket.on('connect', () => setState('connected'));
  socket.on('disconnect', () => setState('reconnecting'));
  socket.on('connect_error', () => setState('reconnecting'));
  return socket;
}

/** A socket belongs to a session: with another token, or none, it is closed and opened again when next needed. */
tokenStore.subscribe(() => {
  socket?.disconnect();
  socket = null;
  setState('connecting');
});

export const connectionStore = {
  get: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Runs now if connected, and again after each reconnect, until the returned function is called. */
function onEachConnect(live: Socket<ServerToClient, ClientToServer>, run: () => void): () => void {
  if (live.connected) run();
  live.on('connect', run);
  return () => live.off('connect', run);
}

/** Follows the figures of today of one application. @returns a function that ends it */
export function followToday(applicationId: number, onToday: (message: TodayMessage) => void): () => void {
  const live = connection();
  const listen = (message: TodayMessage) => {
    if (message.application_id === applicationId) onToday(message);
  };
  live.on('live', listen);
  const stop = onEachConnect(live, () => live.emit('subscribe', { application_id: applicationId }, () => undefined));
  return () => {
    stop();
    live.off('live', listen);
  };
}

/** Calls when tables of one application have moved. @returns a function that ends it */
export function followMoves(applicationId: number, onMoved: () => void): () => void {
  const live = connection();
  live.on('moved', onMoved);
  const stop = onEachConnect(live, () => live.emit('subscribe', { application_id: applicationId }, () => undefined));
  return () => {
    stop();
    live.off('moved', onMoved);
  };
}

export interface ReportWatch {
  call: ReportCall;
  params: Record<string, string | number>;
  /** Position of what is on the screen; asked again at each reconnect, so that nothing is missed and nothing doubled. */
  since: () => string | null;
  onRows: (message: RowsMessage) => void;
  onRefused: (refusal: Extract<Acknowledgement, { status: 'error' }>) => void;
}

/** Follows the rows of one report. @returns a function that ends it */
export function watchReport(watch: ReportWatch): () => void {
  const live = connection();
  let id: string | undefined;
  let ended = false;
  /** Rows may overtake the acknowledgement that names their watch; they wait here. */
  let early: RowsMessage[] = [];
  const listen = (message: RowsMessage) => {
    if (id === undefined) early.push(message);
    else if (message.watch === id) watch.onRows(message);
  };
  const ask = () => {
    id = undefined;
    early = [];
    const since = watch.since();
    live.emit('watch', { call: watch.call, params: watch.params, ...(since === null ? {} : { since }) }, (answer) => {
      if (answer.status === 'error') {
        if (!ended) watch.onRefused(answer);
        return;
      }
      id = answer.watch;
      if (ended && id !== undefined) live.emit('unwatch', { watch: id });
      for (const message of early.splice(0)) if (!ended && message.watch === id) watch.onRows(message);
    });
  };
  live.on('rows', listen);
  const stop = onEachConnect(live, ask);
  return () => {
    ended = true;
    stop();
    live.off('rows', listen);
    if (id !== undefined && live.connected) live.emit('unwatch', { watch: id });
  };
}
