import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A statement as an engine got it. */
export interface ReceivedStatement {
  readonly text: string;
  /** Settings and parameters, by name. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface StandInClickHouse {
  /** `http://127.0.0.1:port/tapwise` */
  readonly url: string;
  readonly statements: readonly ReceivedStatement[];
  stop(): Promise<void>;
}

/** What the stand-in says to a statement: a body, or the number of an error. */
export type StatementResponse = string | Buffer | { readonly code: number };

/** An HTTP server on loopback that keeps the statements it gets and runs none of them. */
export async function startStandInClickHouse(
  respond: (statement: ReceivedStatement) => StatementResponse = () => '',
): Promise<StandInClickHouse> {
  const statements: ReceivedStatement[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { query = '', ...settings } = Object.fromEntries(new URL(request.url ?? '/', 'http://engine').searchParams);
    const statement = { text: query === '' ? Buffer.concat(parts).toString() : query, settings };
    statements.push(statement);
    const result = respond(statement);
    if (typeof result === 'string' || Buffer.isBuffer(result)) response.end(result);
    else response.writeHead(500).end(`Code: ${result.code}. DB::Exception: Refused by the test. (REFUSED)\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tapwise`,
    statements,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
