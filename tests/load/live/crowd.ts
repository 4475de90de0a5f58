import { once } from 'node:events';
import { WebSocket } from 'undici';

/** Whom the crowd follows, and how many it is. */
export interface CrowdTask {
  readonly url: string;
  readonly token: string;
  readonly sockets: number;
  readonly applicationId: number;
  /** A report call and its parameters, which every socket watches. */
  readonly watch: { readonly call: string; readonly params: Readonly<Record<string, string | number>> };
}

/** Sent once all sockets watch, and as an answer to each further message. */
export interface CrowdCount {
  /** Messages with changed rows that came in so far, over all sockets. */
  readonly rows: number;
  /** Between the first and the last of them since the answer before; 0 when there was none. Milliseconds. */
  readonly spreadMs: number;
  /** Of this process. */
  readonly processorSeconds: number;
}

/**
 * Program: open pages of many people. It speaks as much of Socket.IO's protocol as a page needs, and reads no further than what a
 * message is called, so that it takes as little as possible of the processors that the measured parts need.
 */
let rows = 0;
/** Of messages with rows since the last answer, by `performance.now()`. */
let arrived: { readonly first: number; last: number } | undefined;
process.on('message', (task: CrowdTask | 'count') => {
  if (task === 'count') say();
  else void enterAll(task).then(say);
});
process.once('disconnect', () => process.exit());

function say(): void {
  const { user, system } = process.cpuUsage();
  const spreadMs = arrived === undefined ? 0 : arrived.last - arrived.first;
  arrived = undefined;
  process.send?.({ rows, spreadMs, processorSeconds: (user + system) / 1e6 } satisfies CrowdCount);
}

function noteRows(): void {
  const now = performance.now();
  rows += 1;
  if (arrived === undefined) arrived = { first: now, last: now };
  else arrived.last = now;
}

/** A few at a time, as pages come. */
async function enterAll(task: CrowdTask): Promise<void> {
  const together = 20;
  for (let entered = 0; entered < task.sockets; entered += together) {
    await Promise.all(Array.from({ length: Math.min(together, task.sockets - entered) }, () => enterOne(task)));
  }
}

const open = '0';
const ping = '2';
const pong = '3';
const connect = '40';
const event = '42';
const acknowledgement = '43';

async function enterOne({ url, token, applicationId, watch }: CrowdTask): Promise<void> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const watching = new Promise<void>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      const text = String(data);
      if (text === ping) socket.send(pong);
      else if (text.startsWith(`${event}["rows"`)) noteRows();
      else if (text.startsWith(open) && text[1] === '{') socket.send(`${connect}${JSON.stringify({ token })}`);
      else if (text.startsWith(connect)) {
        socket.send(`${event}0${JSON.stringify(['subscribe', { application_id: applicationId }])}`);
        socket.send(`${event}1${JSON.stringify(['watch', watch])}`);
      } else if (text.startsWith(`${acknowledgement}1`)) {
        if (text.includes('"status":"ok"')) resolve();
        else reject(new Error(`The watch was refused: ${text}`));
      } else if (text.startsWith('44')) reject(new Error(`The socket was refused: ${text}`));
    });
    socket.addEventListener('close', () => reject(new Error('The socket was closed')));
  });
  await once(socket, 'open');
  await watching;
}
