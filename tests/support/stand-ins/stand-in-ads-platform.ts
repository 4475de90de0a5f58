import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Wire = Record<string, unknown>;

export interface PlatformCall {
  readonly method: string;
  readonly path: string;
  /** The account it is about, as its header says. */
  readonly context: string | undefined;
  readonly token: string | undefined;
  readonly body: Wire;
}

export interface PlatformResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** An object, or the text itself. */
  readonly body: unknown;
}

/** Stands in for the Apple Ads Platform API: each call is answered by the first of its answers, or by what `respond` says. */
export interface StandInAdsPlatform {
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly credentials: { clientId: string; teamId: string; keyId: string; privateKey: string };
  readonly calls: PlatformCall[];
  /** Answers to give first, in order. */
  readonly responses: PlatformResponse[];
  respond: (call: PlatformCall) => PlatformResponse;
  /** Clients that tokens were given to. */
  readonly clients: string[];
  stop(): Promise<void>;
}

export async function startStandInAdsPlatform(): Promise<StandInAdsPlatform> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const service = {
    calls: [] as PlatformCall[],
    responses: [] as PlatformResponse[],
    respond: (): PlatformResponse => ({ body: { result: [], pagination: { totalCount: 0 } } }),
    clients: [] as string[],
  } as Omit<StandInAdsPlatform, 'apiUrl' | 'tokenUrl' | 'credentials' | 'stop'>;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const send = (status: number, headers: Record<string, string>, body: unknown) =>
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    if (request.url === '/token') {
      const client = new URLSearchParams(text).get('client_id') ?? '';
      service.clients.push(client);
      const access_token = `token-${service.clients.length}-${client}`;
      return send(200, {}, { access_token, token_type: 'Bearer', expires_in: 3600 });
    }
    const call: PlatformCall = {
      method: request.method ?? '',
      path: (request.url ?? '').replace(/^\/v1/, ''),
      context: request.headers['x-ap-context']?.toString(),
      token: request.headers.authorization?.replace('Bearer ', ''),
      body: text === '' ? {} : (JSON.parse(text) as Wire),
    };
    service.calls.push(call);
    const { status = 200, headers = {}, body } = service.responses.shift() ?? service.respond(call);
    return send(status, headers, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(service, {
    apiUrl: `${base}/v1`,
    tokenUrl: `${base}/token`,
    credentials: {
      clientId: 'SEARCHADS.shared',
      teamId: 'SEARCHADS.team',
      keyId: 'key',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
