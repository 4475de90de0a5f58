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
  /** Sockets that have had one since the last `begin`. */
  readonly reached: number;
  /** From the first of these sockets to the last, the first message of each; 0 when there was none. Milliseconds. */
  readonly spreadMs: number;
  /** Characters of the newest message with rows. */
  readonly length: number;
  /** Of this process. */
  readonly processorSeconds: number;
}

/**
 * Program: open pages of many people. It speaks as much of Socket.IO's protocol as a page needs, and reads no further than what a
 * message is called, so that it takes as little as possible of the processors that the measured parts need.
 */
let rows = 0;
let length = 0;
/** Begins with each `begin`; times by `performance.now()`. */
let span = { number: 1, reached: 0, first: 0, last: 0 };
process.on('message', (task: CrowdTask | 'count' | 'begin') => {
  if (task === 'begin') span = { number: span.number + 1, reached: 0, first: 0, last: 0 };
  if (typeof task === 'string') say();
  else void enterAll(task).then(say);
});
process.once('disconnect', () => process.exit());

function say(): void {
  const { user, system } = process.cpuUsage();
  const { reached, first, last } = span;
  const processorSeconds = (user + system) / 1e6;
  process.send?.({ rows, reached, spreadMs: last - first, length, processorSeconds } satisfies CrowdCount);
}

/** @returns the span that the socket was reached in. */
function noteRows(text: string, socketSpan: number): number {
  rows += 1;
  length = text.length;
  if (socketSpan === span.number) return socketSpan;
  span.last = performance.now();
  if (span.reached === 0) span.first = span.last;
  span.reached += 1;
  return span.number;
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
  let reachedIn = 0;
  const watching = new Promise<void>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      const text = String(data);
      if (text === ping) socket.send(pong);
      else if (text.startsWith(`${event}["rows"`)) reachedIn = noteRows(text, reachedIn);
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
