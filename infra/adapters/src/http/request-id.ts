import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The id of a request, under which everything it caused is found in the log: the caller's `x-request-id` if that is a UUID,
 * a new one otherwise. Other texts are not taken, because it is recorded in the clear.
 */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const header = headers['x-request-id'];
  return typeof header === 'string' && uuid.test(header) ? header.toLowerCase() : randomUUID();
}
