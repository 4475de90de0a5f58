import { type DestinationStream, type Logger, pino } from 'pino';
import { telemetry } from './telemetry/telemetry.ts';

/** Fields that may carry secrets or personal data; their values never reach a log. */
const redacted = [
  'token',
  'password',
  'api_key',
  'authorization',
  'email',
  'private_key',
  'attribution_token',
  'signedPayload',
];

export type { Logger } from 'pino';

/** Characters of lines that wait for a disk that takes none. */
const mostWaiting = 1_000_000;

/**
 * Standard error, which may be a file on a disk that is full or read-only. Lines wait until it takes some again, the oldest ones; no part
 * ends because it cannot say something.
 */
export function openStandardError(fd = 2): DestinationStream {
  const destination = pino.destination({ fd, maxLength: mostWaiting });
  destination.on('error', () => undefined);
  return destination;
}

/** Makes the logger of one process. Lines are JSON on stderr, so that stdout stays free for announcements; they name the open span, if any. */
export function createLogger(
  part: string,
  level: string,
  destination: DestinationStream = openStandardError(),
): Logger {
  const paths = redacted.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]);
  const mixin = () => telemetry()?.logFields() ?? {};
  return pino({ level, base: { part }, redact: { paths, censor: '[redacted]' }, mixin }, destination);
}
