import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * Program: sockets with nothing behind them, to compare with. It lets the crowd in as a page is let in, and sends a text to all of them for each
 * message that is a text. The first message it sends is its port.
 */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
const accepted = JSON.stringify([{ status: 'ok' }]);

server.on('connection', (socket: WebSocket) => {
  socket.send('0{"sid":"bare","upgrades":[],"pingInterval":60000,"pingTimeout":60000,"maxPayload":100000}');
  socket.on('message', (data) => {
    const text = String(data);
    if (text.startsWith('40')) socket.send('40{"sid":"bare"}');
    const [, id] = /^42(\d)/.exec(text) ?? [];
    if (id !== undefined) socket.send(`43${id}${accepted}`);
  });
});
server.on('listening', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', (text: string) => {
  for (const socket of server.clients) socket.send(text);
});
process.once('disconnect', () => process.exit());
