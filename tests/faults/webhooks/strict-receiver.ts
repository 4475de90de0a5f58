import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What came to one address, by `webhook-id`. */
export interface ReceivedLane {
  readonly deliveries: Map<string, { readonly sequence: number; readonly hash: string; readonly original: string }>;
  posts: number;
  /** Posts of a delivery in other bytes, or with another sequence, than before. */
  changed: number;
}

export interface StrictReceiver {
  /** `host:port`. */
  readonly target: string;
  /** By the last part of the address. */
  readonly lanes: ReadonlyMap<number, ReceivedLane>;
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
  const lanes = new Map<number, ReceivedLane>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const address = Number(request.url?.slice(1));
      const lane = lanes.get(address) ?? { deliveries: new Map(), posts: 0, changed: 0 };
      lanes.set(address, lane);
      take(lane, String(request.headers['webhook-id']), request.headers['x-tapwise-sequence'], Buffer.concat(chunks));
      const place = dead.indexOf(address);
      if (place === -1) response.writeHead(200).end();
      else deaths[place % deaths.length]?.(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    lanes,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function take(lane: ReceivedLane, id: string, header: string | string[] | undefined, body: Buffer): void {
  lane.posts += 1;
  const sequence = Number(header);
  const hash = createHash('sha256').update(body).digest('base64');
  const known = lane.deliveries.get(id);
  if (known === undefined) {
    const { original_transaction_id: original } = JSON.parse(body.toString()) as { original_transaction_id: string };
    lane.deliveries.set(id, { sequence, hash, original });
  } else if (known.sequence !== sequence || known.hash !== hash) lane.changed += 1;
}
