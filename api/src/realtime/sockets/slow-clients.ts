import type { LiveSocket } from '../live-server.ts';

const mayWaitPackets = 64;
const mayWaitBytes = 16 * 1024 * 1024;

/** Cuts a connection whose client does not take what it is sent: it may come back and ask for what it lacks. */
export function cutWhenSlow(socket: LiveSocket): void {
  let packets = 0;
  let bytes = 0;
  socket.conn.on('packetCreate', (packet: { data?: unknown }) => {
    packets += 1;
    bytes += typeof packet.data === 'string' ? packet.data.length : 0;
    // Leaves the sender's loop before the connection goes.
    if (packets > mayWaitPackets || bytes > mayWaitBytes) setImmediate(() => socket.disconnect(true));
  });
  socket.conn.on('flush', () => {
    packets = 0;
    bytes = 0;
  });
}
