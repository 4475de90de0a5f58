import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { SqlError } from '../sql-error.ts';

/** The engine's address and one of its users. */
export interface EngineUser {
  /** Without user and database. */
  readonly url: URL;
  readonly user: string;
  readonly password: string;
}

export interface EngineQuestion {
  readonly statement: string;
  readonly parameters: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The longest silence of the engine before its first byte, in milliseconds. */
const silenceMs = 45_000;

/**
 * Asks the engine by its HTTP protocol and hands its answer on as it comes.
 * @throws SqlError 209 when it cannot be reached.
 */
export function askEngine(engine: EngineUser, question: EngineQuestion): Promise<IncomingMessage> {
  const body = Buffer.from(question.statement, 'utf8');
  const address = new URL(engine.url);
  address.search = question.parameters.toString();
  const send = address.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = {
    ...question.headers,
    'X-ClickHouse-User': engine.user,
    'X-ClickHouse-Key': engine.password,
    'Content-Length': String(body.length),
  };
  return new Promise((resolve, reject) => {
    const attempt = (isRepeated: boolean): void => {
      const sent = send(
        address,
        { method: 'POST', headers, ...(question.signal && { signal: question.signal }) },
        resolve,
      );
      sent.setTimeout(silenceMs, () => sent.destroy(new Error('silent')));
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // The engine may close a connection that was idle at the very moment it is used again; it has read nothing then.
        if (sent.reusedSocket && error.code === 'ECONNRESET' && !isRepeated) attempt(true);
        else reject(new SqlError(209, 'SOCKET_TIMEOUT', 'The engine cannot be reached right now', { retryAfter: 1 }));
      });
      sent.end(body);
    };
    attempt(false);
  });
}

/** A short answer, whole. @throws SqlError with the engine's own number. */
export async function askText(engine: EngineUser, question: EngineQuestion): Promise<string> {
  const response = await askEngine(engine, question);
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  if (response.statusCode === 200 && response.headers['x-clickhouse-exception-code'] === undefined) return text;
  const [, code = '1002', message = 'Unknown error', name = 'UNKNOWN_EXCEPTION'] =
    /^Code: (\d+)\. DB::Exception: (.*?)\.? \(([A-Z][A-Z0-9_]+)\) \(version [^()]*(?:\([^()]*\))?\)\s*$/s.exec(text) ??
    [];
  throw new SqlError(Number(code), name, message);
}
