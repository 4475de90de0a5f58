import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * A process that posts attribution calls as fast as they are answered: `post-generator.ts <number of this process>`. Each line of
 * its input is a `PostOrder`, each answered with a line that is a `PostCount`. It speaks HTTP over bare sockets, so that it takes
 * as little as possible of the processors that the measured service needs.
 */
export interface PostOrder {
  readonly port: number;
  readonly seconds: number;
  readonly callers: number;
  /** Keys of applications that are used in turn. */
  readonly keys: readonly string[];
  /** Share of the posts that have an attribution token, which is exchanged before the answer. */
  readonly tokenShare: number;
}

export interface PostCount {
  readonly answered: number;
  readonly seconds: number;
  /** Of this process. */
  readonly processorSeconds: number;
}

const number = Number(process.argv[2] ?? 0);
const run = `${Date.now().toString(36)}-${number}`;
let sent = 0;

function requestText({ keys, tokenShare }: PostOrder): string {
  sent += 1;
  const hasToken = Math.floor(sent * tokenShare) > Math.floor((sent - 1) * tokenShare);
  const token = hasToken ? `"token-${run}-${sent}"` : 'null';
  const body =
    `{"api_key":"${keys[sent % keys.length]}","install_id":"${run}-${sent}","first_launch_at":"${new Date().toISOString()}",` +
    `"attribution_token":${token},"sdk_version":"1.4.0","app_version":"3.2.1","os_version":"19.1",` +
    `"device_class":"iphone","locale":"en_US"}`;
  return (
    'POST /sdk/v1/attribution HTTP/1.1\r\nhost: measured\r\ncontent-type: application/json\r\n' +
    `content-length: ${body.length}\r\n\r\n${body}`
  );
}

/** Whether a whole answer is there; throws for one that does not say that the post is recorded: attributed or not, or not known yet. */
function isWhole(response: string): boolean {
  const head = response.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = Number(/content-length: (\d+)/i.exec(response)?.[1] ?? Number.NaN);
  if (!/^HTTP\/1\.1 20[02] /.test(response)) throw new Error(`The answer is ${response.slice(0, 300)}`);
  return response.length >= head + 4 + length;
}

/** One caller: the next post leaves when the last one is answered, until the time is over. */
function call(order: PostOrder, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    // Addresses of their own, because one address may send only so much.
    const socket: Socket = connect({ port: order.port, host: '127.0.0.1', localAddress: `127.0.1.${number + 1}` });
    let response = '';
    let answered = 0;
    socket.setNoDelay(true).setEncoding('latin1');
    socket.once('error', reject);
    socket.once('connect', () => socket.write(requestText(order), 'latin1'));
    socket.on('data', (chunk: string) => {
      response += chunk;
      try {
        if (!isWhole(response)) return;
      } catch (error) {
        socket.destroy();
        reject(error);
        return;
      }
      response = '';
      answered += 1;
      if (performance.now() < until) socket.write(requestText(order), 'latin1');
      else socket.end(() => resolve(answered));
    });
  });
}

for await (const line of createInterface(process.stdin)) {
  const order = JSON.parse(line) as PostOrder;
  const before = process.cpuUsage();
  const began = performance.now();
  const until = began + order.seconds * 1000;
  const counts = await Promise.all(Array.from({ length: order.callers }, () => call(order, until)));
  const used = process.cpuUsage(before);
  const count: PostCount = {
    answered: counts.reduce((sum, postCount) => sum + postCount, 0),
    seconds: (performance.now() - began) / 1000,
    processorSeconds: (used.user + used.system) / 1e6,
  };
  console.log(JSON.stringify(count));
}
