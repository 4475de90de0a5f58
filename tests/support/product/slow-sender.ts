import { once } from 'node:events';
import { connect } from 'node:net';

const starts = {
  /** Sends nothing. */
  silent: '',
  /** Headers that never end. */
  headers: 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ',
  /** A body that never ends. */
  body: 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{',
} as const;

export type Slowness = keyof typeof starts;
export const slownesses = Object.keys(starts) as Slowness[];

/** A sender that does not go on; resolves with what it was answered when it is cut off. */
export async function slowSender(port: number, slowness: Slowness, path = '/'): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(starts[slowness].replace('POST /', `POST ${path}`));
  await closed;
  return response;
}
