import type { ReportCall, ReportTotals } from '@tapwise/contract';
import { io } from 'socket.io-client';
import type { Page as LiveSocket } from '../../support/people/live-page.ts';
import type { Tally } from '../tally.ts';

export interface LivePage {
  /** Totals as the page shows them now. */
  totals(): ReportTotals | undefined;
  close(): void;
}

interface LiveOptions {
  readonly url: string;
  readonly token: string;
  readonly call: ReportCall;
  readonly params: Readonly<Record<string, string | number>>;
}

/** A page that watches a report through whatever process it is connected to, and watches again when it is connected again. */
export function openLivePage({ url, token, call, params }: LiveOptions, tally: Tally): LivePage {
  const socket: LiveSocket = io(url, {
    transports: ['websocket'],
    auth: (authenticate) => authenticate({ token }),
    reconnectionDelay: 200,
    reconnectionDelayMax: 1000,
    forceNew: true,
  });
  let totals: ReportTotals | undefined;
  let since: string | undefined;
  let watch: string | undefined;
  socket.on('connect', () => {
    tally.count('connections of live pages');
    const message = { call, params: { ...params }, ...(since === undefined ? {} : { since }) };
    socket.emit('subscribe', { application_id: Number(params.application_id) }, () => undefined);
    socket.emit('watch', message, (acknowledgement) => {
      if (acknowledgement.status === 'ok') watch = acknowledgement.watch;
      else tally.fault(`the watch was refused: ${JSON.stringify(acknowledgement)}`);
    });
  });
  socket.on('connect_error', ({ message }) => {
    if (message === 'Unauthorized') tally.fault('the live page was told that it is signed out');
  });
  socket.on('rows', (rows) => {
    if (watch !== undefined && rows.watch !== watch) return;
    if (since !== undefined && BigInt(rows.position) < BigInt(since)) {
      tally.fault(`the live page was pushed rows of ${rows.position} after those of ${since}`);
    }
    since = rows.position;
    totals = rows.totals;
    tally.count('pushes to live pages');
  });
  return { totals: () => totals, close: () => socket.disconnect() };
}
