import {
  type CommandContext,
  countKeyNotice,
  countNotification,
  readNotification,
  verifyNotification,
} from '@tapwise/adapters';
import { DomainError, type DomainEvent, paymentNotificationStream } from '@tapwise/domain';
import type { FastifyInstance } from 'fastify';
import type { IngestContext } from '../ingest-context.ts';
import { nowIso } from '../ingest-context.ts';
import { createRefusalLog } from '../refused-payments.ts';

const bodyLimit = 256 * 1024;

/** Streams that hold one event, whatever it is. */
const onceDecider = { initialState: () => 0, evolve: (count: number, _event: DomainEvent) => count + 1 };

/**
 * `POST /payments/notifications`: what the payment provider says about subscriptions and payments. Every answer but 200 makes it
 * send again, so that a secret that comes late loses nothing.
 */
export function paymentNotificationsRoute(app: FastifyInstance, context: IngestContext): void {
  const noteRefusal = createRefusalLog(context);
  void app.register((scope, _options, done) => {
    // What was signed are the bytes; text/plain would come as a string otherwise.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, parsed) =>
      parsed(null, bytes),
    );
    scope.post('/payments/notifications', { bodyLimit }, async (request, reply) => {
      const bytes = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
      const header = request.headers['paddle-signature'];
      const signature = typeof header === 'string' ? header : undefined;
      const verdict = verifyNotification(signature, bytes, context.paymentSecrets ?? [], context.now());
      countNotification(verdict);
      if (verdict !== 'ok') {
        context.logger.warn({ verdict, bytes: bytes.length }, 'a payment notification was refused');
        noteRefusal(verdict, bytes.length);
        throw new DomainError('unauthorized', { message: 'The signature is not valid.' });
      }
      const position = await record(context, bytes, {
        actor: { kind: 'system', id: 'payments' },
        correlationId: request.id,
      });
      reply.header('x-log-position', position.toString());
      return { status: 'ok' };
    });
    done();
  });
}

/** Of several notifications with one id the first is kept. */
async function record(context: IngestContext, bytes: Buffer, commandContext: CommandContext): Promise<bigint> {
  const read = readNotification(parseJson(bytes), context.now());
  if (read === undefined) throw new DomainError('invalid_request', { message: 'This is no notification.' });
  const { unread, ...notification } = read;
  if (unread)
    context.logger.error({ event: read.event_id, type: read.event_type }, 'a payment notification could not be read');
  if (notification.event_type.startsWith('api_key.')) {
    countKeyNotice();
    context.logger.error({ type: notification.event_type }, 'the key of the payment provider needs attention');
  }
  const body = await context.vault.encryptBytes('payments', bytes);
  const event: DomainEvent = {
    type: 'PaymentNotificationReceived',
    data: { ...notification, received_at: nowIso(context), body },
  };
  const recorded = await context.queue.handle({
    stream: paymentNotificationStream(notification.event_id),
    decider: onceDecider,
    assume: 'new',
    cause: `payment|${notification.event_id}`,
    context: commandContext,
    decide: (count) => (count === 0 ? [event] : []),
  });
  return recorded.position;
}

/** Bytes that are no UTF-8 would be read as others than were signed. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
