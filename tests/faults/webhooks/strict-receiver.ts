import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What came to one address, by `webhook-id`. */
export interface ReceivedEndpoint {
  readonly deliveries: Map<string, { readonly sequence: number; readonly hash: string; readonly original: string }>;
  posts: number;
  /** Posts of a delivery in other bytes, or with another sequence, than before. */
  changed: number;
}

export interface StrictReceiver {
  /** `host:port`. */
  readonly target: string;
  /** By the last part of the address. */
  readonly endpoints: ReadonlyMap<number, ReceivedEndpoint>;
  stop(): void;
}

/** How an address that is dead behaves: it says nothing, breaks the connection, or answers with an error. */
const deaths = [
  (): void => undefined,
  (response: ServerResponse): void => void response.destroy(),
  (response: ServerResponse): void => void response.writeHead(500).end('out of order'),
];

/** A customer's server that remembers what came, address by address. @param dead Addresses that take nothing. */
export async function startStrictReceiver(dead: readonly number[]): Promise<StrictReceiver> {
  const endpoints = new Map<number, ReceivedEndpoint>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const address = Number(request.url?.slice(1));
      const endpoint = endpoints.get(address) ?? { deliveries: new Map(), posts: 0, changed: 0 };
      endpoints.set(address, endpoint);
      record(
        endpoint,
        String(request.headers['webhook-id']),
        request.headers['x-tapwise-sequence'],
        Buffer.concat(chunks),
      );
      const deadIndex = dead.indexOf(address);
      if (deadIndex === -1) response.writeHead(200).end();
      else deaths[deadIndex % deaths.length]?.(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    endpoints,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function record(endpoint: ReceivedEndpoint, id: string, header: string | string[] | undefined, body: Buffer): void {
  endpoint.posts += 1;
  const sequence = Number(header);
  const hash = createHash('sha256').update(body).digest('base64');
  const delivery = endpoint.deliveries.get(id);
  if (delivery === undefined) {
    const { original_transaction_id: original } = JSON.parse(body.toString()) as { original_transaction_id: string };
    endpoint.deliveries.set(id, { sequence, hash, original });
  } else if (delivery.sequence !== sequence || delivery.hash !== hash) endpoint.changed += 1;
}
