import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A post as it came. */
export interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** By `performance.now()`, when it had come whole. */
  readonly at: number;
}

/** A customer's server. */
export interface WebhookReceiver {
  /** `host:port`. */
  readonly target: string;
  readonly received: readonly ReceivedPost[];
  /** How posts to a path are answered; with 200 unless said otherwise. */
  respondWith(path: string, how: (post: ReceivedPost, response: ServerResponse) => void): void;
  /** Resolves with the posts to a path when so many came. */
  posts(path: string, count: number): Promise<ReceivedPost[]>;
  stop(): void;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedPost[] = [];
  const handlers = new Map<string, (post: ReceivedPost, response: ServerResponse) => void>();
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const post = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
        at: performance.now(),
      };
      received.push(post);
      const handler = handlers.get(post.path);
      if (handler === undefined) response.writeHead(200).end('thanks');
      else handler(post, response);
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respondWith: (path, how) => void handlers.set(path, how),
    posts: (path, count) =>
      new Promise((resolve) => {
        const look = (): void => {
          const matching = received.filter((post) => post.path === path);
          if (matching.length < count) return;
          waiting.delete(look);
          resolve(matching);
        };
        waiting.add(look);
        look();
      }),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
