import { type DestinationStream, type Logger, pino } from 'pino';

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

/** Makes the logger of one process. Lines are JSON on stderr, so that stdout stays free for announcements. */
export function createLogger(
  part: string,
  level: string,
  destination: DestinationStream = pino.destination(2),
): Logger {
  const paths = redacted.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]);
  return pino({ level, base: { part }, redact: { paths, censor: '[redacted]' } }, destination);
}
