import type { ClientToServer, ServerToClient } from '@tapwise/contract';
import type { Socket } from 'socket.io-client';

/** A page's live connection. */
export type Page = Socket<ServerToClient, ClientToServer>;
type Rows = Parameters<ServerToClient['rows']>[0];
type LiveMessage = Parameters<ServerToClient['live']>[0];

/** Whether the page was accepted: `connected`, or the reason it was not. */
export const outcome = (socket: Page) =>
  new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error) => resolve(error.message));
  });

/** Everything the page is sent, in order. */
export function heard(socket: Page): {
  rows: Rows[];
  live: LiveMessage[];
  moved: { read_model: string; position: string }[];
} {
  const all = {
    rows: [] as Rows[],
    live: [] as LiveMessage[],
    moved: [] as { read_model: string; position: string }[],
  };
  socket.on('rows', (message) => all.rows.push(message));
  socket.on('live', (message) => all.live.push(message));
  socket.on('moved', (message) => all.moved.push(message));
  return all;
}
