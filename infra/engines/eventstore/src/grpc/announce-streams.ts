import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

const FRAME_HEADER_BYTES = 9;
const SETTINGS_FRAME = 4;
const ENTRY_BYTES = 6;
const MAX_CONCURRENT_STREAMS = 3;

/**
 * A connection whose client is told how many streams it may have open, without Node's own server holding it to that: from Node 22 on that one
 * counts a stream that was cancelled until its next turn, and refuses (ENHANCE_YOUR_CALM) the one that a client opens in the same packet,
 * which servers of EventStoreDB do not.
 */
export function announceStreams(socket: Socket, streams: number): Duplex {
  let announced = false;
  const connection = new Duplex({
    read: () => void socket.resume(),
    write: (bytes: Buffer, _encoding, done) => {
      if (!announced) writeLimit(bytes, streams);
      announced = true;
      socket.write(bytes, done);
    },
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (bytes) => {
    if (!connection.push(bytes)) socket.pause();
  });
  socket.on('end', () => connection.push(null));
  socket.on('error', (error) => connection.destroy(error));
  socket.on('close', () => connection.destroy());
  return connection;
}

/** Changes the limit in the settings, which are the first frame of a server. */
function writeLimit(bytes: Buffer, streams: number): void {
  if (bytes[3] !== SETTINGS_FRAME) return;
  const end = FRAME_HEADER_BYTES + bytes.readUIntBE(0, 3);
  for (let entry = FRAME_HEADER_BYTES; entry < end; entry += ENTRY_BYTES)
    if (bytes.readUInt16BE(entry) === MAX_CONCURRENT_STREAMS) bytes.writeUInt32BE(streams, entry + 2);
}
