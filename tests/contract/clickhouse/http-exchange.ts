import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;

export interface ExchangeOptions {
  readonly method?: string;
  readonly path?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
  /** Sends the body in chunks without a length. */
  readonly chunked?: boolean;
  readonly agent?: Agent;
}

/** One answer as it was on the wire. */
export interface Exchange {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
  /** True when the connection ended before the answer did. */
  readonly broken: boolean;
}

/** Makes one HTTP request and reads its answer, complete or not. Nothing is unpacked. */
export function exchange(url: string, options: ExchangeOptions): Promise<Exchange> {
  const address = new URL(options.path ?? '/', url);
  for (const [name, value] of Object.entries(options.params ?? {})) address.searchParams.set(name, value);
  const body = Buffer.from(options.body ?? '');
  const method = options.method ?? 'POST';
  const length = options.chunked === true || method !== 'POST' ? {} : { 'Content-Length': body.length };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      address,
      { method, agent: options.agent ?? new Agent(), headers: { ...length, ...options.headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        const done = (broken: boolean): void => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers } = incoming;
          resolve({ status, headers, bytes, text: bytes.toString('utf8'), broken });
        };
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('end', () => done(false));
        incoming.once('error', () => done(true));
      },
    );
    outgoing.once('error', reject);
    if (body.length > 0) outgoing.write(body);
    outgoing.end();
  });
}

/** Resolves as soon as the condition holds; the test's own time limit is the bound. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await delay(POLL_MS);
}
