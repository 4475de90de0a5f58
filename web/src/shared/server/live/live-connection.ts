import type { Acknowledgement, ClientToServer, ReportCall, ServerToClient } from '@tapwise/contract';
import type { Socket } from 'socket.io-client';
import { createPageStore } from '../../page/page-store.ts';
import { tokenStore } from '../../storage/token-store.ts';
import { writtenPosition } from '../http/written-position.ts';

export type RowsMessage = Parameters<ServerToClient['rows']>[0];
export type TodayMessage = Parameters<ServerToClient['live']>[0];
export type ChangeMessage = Parameters<ServerToClient['change']>[0];
type NoticeMessage = Parameters<ServerToClient['notice']>[0];
type MovedMessage = Parameters<ServerToClient['moved']>[0];
export type CreationMessage = Parameters<ServerToClient['creation']>[0];
export type ConnectionState = 'connecting' | 'connected' | 'reconnecting';

type Live = Socket<ServerToClient, ClientToServer>;
type Open = typeof import('socket.io-client')['io'];

/** Pause between attempts to fetch the library of the socket. */
const fetchPauseMs = 5_000;

let library: Promise<Open> | null = null;
let socket: Live | null = null;
export const connectionState = createPageStore<ConnectionState>(() => 'connecting');

/** Fetches the library when something is first followed: no table waits for it. Tries until it is there. */
async function fetchLibrary(): Promise<Open> {
  for (;;) {
    try {
      return (await import('socket.io-client')).io;
    } catch {
      connectionState.setState('reconnecting');
      await new Promise((resolve) => setTimeout(resolve, fetchPauseMs));
    }
  }
}

/** The page's one socket; it reconnects by itself and reads the token again each time. */
function connection(open: Open): Live {
  if (socket !== null) return socket;
  // No long polling: its calls may each reach another process of the API, and a connection is of one.
  socket = open({
    transports: ['websocket'],
    auth: (authenticate) => authenticate({ token: tokenStore.get(), position: writtenPosition.get() }),
    reconnectionDelayMax: 5_000,
  });
  socket.on('connect', () => connectionState.setState('connected'));
  socket.on('disconnect', () => connectionState.setState('reconnecting'));
  socket.on('connect_error', () => connectionState.setState('reconnecting'));
  return socket;
}

/** Runs with the socket once there is one. @returns a function that ends what ran, or keeps it from running */
function onSocket(run: (live: Live) => () => void): () => void {
  let ended = false;
  let end: (() => void) | null = null;
  library ??= fetchLibrary();
  void library.then((open) => {
    if (!ended) end = run(connection(open));
  });
  return () => {
    ended = true;
    end?.();
  };
}

/** A socket belongs to a session: with another token, or none, it is closed and opened again when next needed. */
tokenStore.subscribe(() => {
  socket?.disconnect();
  socket = null;
  connectionState.setState('connecting');
});

/** Runs now if connected, and again after each reconnect, until the returned function is called. */
function onEachConnect(live: Live, run: () => void): () => void {
  if (live.connected) run();
  live.on('connect', run);
  return () => live.off('connect', run);
}

/** Subscribes to one application and listens to what the server reports of it. */
const followApplication = (applicationId: number, listen: (live: Live) => () => void): (() => void) =>
  onSocket((live) => {
    const ignore = listen(live);
    const stop = onEachConnect(live, () => live.emit('subscribe', { application_id: applicationId }, () => undefined));
    return () => {
      stop();
      ignore();
    };
  });

/** Follows the figures of today of one application. @returns a function that ends it */
export const followToday = (applicationId: number, onToday: (message: TodayMessage) => void): (() => void) =>
  followApplication(applicationId, (live) => {
    const listen = (message: TodayMessage) => {
      if (message.application_id === applicationId) onToday(message);
    };
    live.on('live', listen);
    return () => live.off('live', listen);
  });

/** Calls when tables of one application have moved. @returns a function that ends it */
export const followMoves = (applicationId: number, onMoved: () => void): (() => void) =>
  followApplication(applicationId, (live) => {
    live.on('moved', onMoved);
    return () => live.off('moved', onMoved);
  });

function listenToAccount(live: Live, onChanged: () => void): () => void {
  const listen = ({ read_model }: MovedMessage) => {
    if (read_model === 'account') onChanged();
  };
  live.on('moved', listen);
  return () => live.off('moved', listen);
}

/** Calls when something of the team has changed: its people, its plan, its applications. @returns a function that ends it */
export const followTeam = (onChanged: () => void): (() => void) => onSocket((live) => listenToAccount(live, onChanged));

/** Calls also when the set-up of one application has changed, such as with the first call of its SDK. @returns a function that ends it */
export const followSetUp = (applicationId: number, onChanged: () => void): (() => void) =>
  followApplication(applicationId, (live) => listenToAccount(live, onChanged));

/** Follows the progress of what is created for one application. @returns a function that ends it */
export const followCreations = (applicationId: number, onProgress: (message: CreationMessage) => void): (() => void) =>
  followApplication(applicationId, (live) => {
    live.on('creation', onProgress);
    return () => live.off('creation', onProgress);
  });

/** Follows the outcomes of changes of settings in one application. @returns a function that ends it */
export const followChanges = (applicationId: number, onChange: (message: ChangeMessage) => void): (() => void) =>
  followApplication(applicationId, (live) => {
    live.on('change', onChange);
    return () => live.off('change', onChange);
  });

/** Calls when a rule of one application has logged something. @returns a function that ends it */
export const followAutomation = (applicationId: number, onLogged: () => void): (() => void) =>
  followApplication(applicationId, (live) => {
    live.on('automation_log', onLogged);
    return () => live.off('automation_log', onLogged);
  });

/** Calls when an incident of an alert of one application is another. @returns a function that ends it */
export const followAlerts = (applicationId: number, onAlert: () => void): (() => void) =>
  followApplication(applicationId, (live) => {
    live.on('alert', onAlert);
    return () => live.off('alert', onAlert);
  });

/**
 * Follows the notices of the person, whatever application they are about.
 * @param onConnect some may have come while there was no connection
 * @returns a function that ends it
 */
export const followNotices = (onNotice: (message: NoticeMessage) => void, onConnect: () => void): (() => void) =>
  onSocket((live) => {
    live.on('notice', onNotice);
    live.on('connect', onConnect);
    return () => {
      live.off('notice', onNotice);
      live.off('connect', onConnect);
    };
  });

export interface ReportWatch {
  call: ReportCall;
  params: Record<string, string | number>;
  /** Position of what is on the screen; asked again at each reconnect, so that nothing is missed and nothing doubled. */
  since: () => string | null;
  onRows: (message: RowsMessage) => void;
  onRefused: (refusal: Extract<Acknowledgement, { status: 'error' }>) => void;
}

/** Follows the rows of one report. @returns a function that ends it */
export const watchReport = (watch: ReportWatch): (() => void) => onSocket((live) => watchOn(live, watch));

function watchOn(live: Live, watch: ReportWatch): () => void {
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
    live.emit('watch', { call: watch.call, params: watch.params, ...(since === null ? {} : { since }) }, (response) => {
      if (response.status === 'error') {
        if (!ended) watch.onRefused(response);
        return;
      }
      id = response.watch;
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
