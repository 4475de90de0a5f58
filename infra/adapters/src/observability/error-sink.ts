import { randomBytes } from 'node:crypto';
import type { Logger } from './logger.ts';

/** A fault of a page, in terms of our sources and without anything personal. */
export interface ErrorReport {
  readonly message: string;
  readonly stack: string;
  readonly route: string;
  readonly build: string;
  readonly request_id: string;
}

/** A service that collects faults and speaks Sentry's protocol. */
export interface ErrorSink {
  /** Runs in the background; what cannot be passed on is still in the log of the process. */
  send(report: ErrorReport): void;
}

const timeoutMs = 5000;
const mostUnderWay = 5;

/** @param dsn `https://<key>@<host>/<project>`. @throws Error for an address that is none. */
export function createErrorSink(dsn: string, logger: Pick<Logger, 'warn'>): ErrorSink {
  const { url, key } = readDsn(dsn);
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=tapwise/1.0, sentry_key=${key}`,
  };
  let underWay = 0;
  const post = async (report: ErrorReport): Promise<void> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'POST', headers, body: envelopeOf(report), signal, redirect: 'error' });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`answered ${response.status}`);
  };
  return {
    send: (report) => {
      if (underWay >= mostUnderWay) return;
      underWay += 1;
      post(report)
        .catch((error: unknown) => logger.warn({ err: error }, 'A fault of the page could not be passed on'))
        .finally(() => {
          underWay -= 1;
        });
    },
  };
}

export function readDsn(dsn: string): { url: string; key: string } {
  const { protocol, username, host, pathname } = new URL(dsn);
  const [, before = '', project = ''] = /^(.*)\/(\w+)$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || username === '' || project === '') {
    throw new Error('SENTRY_DSN: an address like https://<key>@<host>/<project>');
  }
  return { url: `${protocol}//${host}${before}/api/${project}/envelope/`, key: username };
}

/** Header, header of the one item, item: a line of JSON each. */
function envelopeOf({ message, stack, route, build, request_id }: ErrorReport): string {
  const event_id = randomBytes(16).toString('hex');
  const sent_at = new Date().toISOString();
  const [, type = 'Error'] = /^(?:Uncaught )?(\w*Error)\b/.exec(message) ?? [];
  const event = {
    event_id,
    timestamp: sent_at,
    platform: 'javascript',
    level: 'error',
    logger: 'page',
    transaction: route,
    ...(build === '' ? {} : { release: build }),
    tags: request_id === '' ? {} : { request_id },
    exception: { values: [{ type, value: message, stacktrace: { frames: framesOf(stack) } }] },
  };
  return [{ event_id, sent_at }, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n');
}

/** The outermost call first, as the protocol wants them. */
function framesOf(stack: string): object[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '', filename = '', row, column] =
        /^\s*(?:at )?(?:(.*?)(?:@| \())?([^\s()@]+):(\d+):(\d+)\)?$/.exec(line) ?? [];
      if (row === undefined) return [];
      return [
        { function: name === '' ? '?' : name, filename, lineno: Number(row), colno: Number(column), in_app: true },
      ];
    })
    .reverse();
}
