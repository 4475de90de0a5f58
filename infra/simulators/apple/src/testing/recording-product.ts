import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What was posted to a product that takes everything, in order of arrival. */
export interface RecordingProduct {
  readonly url: string;
  /** install_id → attribution record of the simulated Apple, null for none. */
  readonly installs: ReadonlyMap<string, Readonly<Record<string, unknown>> | null>;
  /** `first_launch_at` of the installs (ms), in order of arrival. */
  readonly launches: readonly number[];
  readonly notifications: readonly DecodedNotification[];
  /** install_id → original transaction ids that the app linked. */
  readonly links: ReadonlyMap<string, readonly string[]>;
  /** Purchases that came before the install they belong to. */
  readonly earlyPurchases: number;
  /** Posts that imported users of the past, each with the authorization it was given under. */
  readonly imports: readonly { readonly authorization: string; readonly users: number; readonly complete: boolean }[];
  /** Answers the next n posts with 503. */
  failNext(count: number): void;
  /** Attribution questions come back from here. */
  askAt(adServicesUrl: string): void;
  close(): Promise<void>;
}

export interface DecodedNotification {
  readonly apiKey: string;
  readonly notificationType: string;
  readonly notificationUUID: string;
  readonly transaction: Readonly<Record<string, unknown>> | null;
}

/** Starts a server with the endpoints of the product's contract that keeps what is posted and has no logic of its own. */
export async function startRecordingProduct(): Promise<RecordingProduct> {
  const posts = createPostRecords();
  const state = { fail: 0 };
  const respondTo: Answerer = async (path, body, authorization) => {
    if (path === '/api/session') return [200, SESSION];
    if (state.fail > 0) {
      state.fail -= 1;
      return [503, { status: 'error' }];
    }
    if (path === '/sdk/v1/attribution') return posts.attribution(body);
    if (path === '/sdk/v1/users') return posts.importUsers(authorization, body);
    return path === '/sdk/v1/transactions' ? posts.link(body) : posts.notification(path.split('/').at(-1) ?? '', body);
  };
  const server = createServer((request, reply) => void serve(request, reply, respondTo));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { kept } = posts;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    installs: kept.installs,
    launches: kept.launches,
    notifications: kept.notifications,
    links: kept.links,
    imports: kept.imports,
    get earlyPurchases() {
      return kept.early;
    },
    failNext(count) {
      state.fail = count;
    },
    askAt(adServicesUrl) {
      kept.adServicesUrl = adServicesUrl;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What was posted, and the answers that keep it. */
function createPostRecords() {
  const kept = {
    installs: new Map<string, Record<string, unknown> | null>(),
    links: new Map<string, string[]>(),
    launches: [] as number[],
    notifications: [] as DecodedNotification[],
    imports: [] as { authorization: string; users: number; complete: boolean }[],
    early: 0,
    adServicesUrl: '',
  };
  const { installs, links, launches, notifications, imports } = kept;
  const attribution = async (body: Record<string, unknown>): Promise<[number, object]> => {
    const id = String(body.install_id);
    launches.push(Date.parse(String(body.first_launch_at)));
    const token = body.attribution_token;
    const response =
      typeof token === 'string'
        ? await fetch(kept.adServicesUrl, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: token })
        : null;
    if (response?.status === 404) return [202, { status: 'pending', retry_after: 0.3 }];
    const record = response === null ? null : ((await response.json()) as Record<string, unknown>);
    installs.set(id, record?.attribution === true ? record : null);
    return [200, { status: 'ok' }];
  };
  const notification = (apiKey: string, body: Record<string, unknown>): [number, object] => {
    const payload = decode(String(body.signedPayload));
    const signed = (payload.data as Record<string, unknown> | undefined)?.signedTransactionInfo;
    const transaction = signed === undefined ? null : decode(String(signed));
    const owner = transaction?.appAccountToken;
    if (typeof owner === 'string' && !installs.has(owner)) kept.early += 1;
    notifications.push({
      apiKey,
      notificationType: String(payload.notificationType),
      notificationUUID: String(payload.notificationUUID),
      transaction,
    });
    return [200, { status: 'ok' }];
  };
  const link = (body: Record<string, unknown>): [number, object] => {
    const id = String(body.install_id);
    const transactions = body.transactions as readonly { original_transaction_id: string }[];
    links.set(id, [...(links.get(id) ?? []), ...transactions.map((entry) => entry.original_transaction_id)]);
    return [200, { status: 'ok', linked: transactions.length }];
  };
  const importUsers = (authorization: string, body: Record<string, unknown>): [number, object] => {
    const users = body.users as readonly ImportedUser[];
    imports.push({ authorization, users: users.length, complete: body.complete === true });
    for (const user of users) {
      launches.push(Date.parse(user.first_launch_at));
      installs.set(user.install_id, user.attribution?.attribution === true ? user.attribution : null);
      if (user.transactions.length > 0) link({ ...user });
      for (const message of user.notifications) notification(String(body.api_key), message);
    }
    return [200, { status: 'ok', users: users.length }];
  };
  return { kept, attribution, notification, link, importUsers };
}

interface ImportedUser {
  readonly install_id: string;
  readonly first_launch_at: string;
  readonly attribution: Record<string, unknown> | null;
  readonly transactions: readonly { readonly original_transaction_id: string }[];
  readonly notifications: readonly Record<string, unknown>[];
}

type Answerer = (path: string, body: Record<string, unknown>, authorization: string) => Promise<[number, object]>;

const SESSION = {
  status: 'ok',
  token: 'demo',
  applications: [
    {
      name: 'Moonvale',
      url: 'https://apps.apple.com/us/app/moonvale/id1500000001',
      api_key: 'key-moonvale',
      currency: 'USD',
    },
    { name: 'Ledgerly', adam_id: '1500000002', api_key: 'key-ledgerly', currency: 'EUR' },
    { name: 'Not simulated', url: 'https://apps.apple.com/us/app/other/id42', api_key: 'key-other' },
  ],
};

async function serve(request: IncomingMessage, reply: ServerResponse, respondTo: Answerer): Promise<void> {
  const [status, body] = await readBody(request)
    .then((requestBody) => respondTo(request.url ?? '', requestBody, request.headers.authorization ?? ''))
    .catch((): [number, object] => [500, {}]);
  send(reply, status, body);
}

const decode = (jws: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8'));

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}

let position = 0;

function send(reply: ServerResponse, status: number, body: object): void {
  // A position in no log, which grows with every answer.
  position += 1;
  reply.writeHead(status, { 'content-type': 'application/json', 'x-log-position': String(position) });
  reply.end(JSON.stringify(body));
}
