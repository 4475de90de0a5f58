import { createHash, timingSafeEqual } from 'node:crypto';
import { notificationFromV1, notificationV1WireSchema, receiveV2 } from '@tapwise/adapters';
import { DomainError, type OpenApplication } from '@tapwise/domain';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actingFor, applicationOf, type IngestContext, nowIso } from '../ingest-context.ts';
import { type NotificationPayload, notificationPayload } from '../payloads/notification.payload.ts';
import { type NotificationRecorder, recordNotifications } from '../record-notification.ts';

const bodyLimit = 256 * 1024;
const parameters = z.object({ api_key: z.string().min(1).max(128) });

/** `POST /store/notifications/{api_key}`: what the store tells about purchases. */
export function storeNotificationsRoute(app: FastifyInstance, context: IngestContext): void {
  app.post('/store/notifications/:api_key', { bodyLimit }, async (request, reply) => {
    const application = applicationOf(context, parameters.parse(request.params).api_key);
    const recorder = recordNotifications(context, actingFor('store', application, request.id));
    try {
      const parsed = notificationPayload.safeParse(request.body);
      if (!parsed.success) throw new DomainError('not_verifiable', { cause: parsed.error });
      const position = await receive(context, recorder, application, parsed.data);
      reply.header('x-log-position', position.toString());
      return { status: 'ok' };
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_verifiable') {
        await recorder.refused(application, error, digest(request.body));
      }
      throw error;
    }
  });
}

async function receive(
  context: IngestContext,
  recorder: NotificationRecorder,
  application: OpenApplication,
  payload: NotificationPayload,
): Promise<bigint> {
  if (!('signedPayload' in payload) || typeof payload.signedPayload !== 'string') {
    return receiveV1(context, recorder, application, payload as { password: string });
  }
  const app = await context.lookup.find(application.adam_id);
  // The store tries again later; by then the app may be published.
  if (app === undefined) throw new DomainError('unavailable', { message: 'The store does not know this app yet.' });
  const expected = { bundleId: app.bundleId, adamId: application.adam_id };
  const received = await receiveV2(context.signature, payload.signedPayload, expected);
  if (received.form === 'unknown') {
    return recorder.unknownForm(application, received.notificationId, 'version 2 without a known content');
  }
  if (received.form === 'notice' || received.environment !== 'Production') {
    const subtype = received.subtype ?? null;
    return recorder.notice(application, { ...received, subtype });
  }
  return recorder.notification(application, {
    notification_id: received.notificationId,
    version: 'v2',
    notification_type: received.type,
    subtype: received.subtype,
    signed_at: received.signedAt,
    original_transaction_id: received.transaction.original_transaction_id,
    transactions: [received.transaction],
    renewal: received.renewal,
  });
}

async function receiveV1(
  context: IngestContext,
  recorder: NotificationRecorder,
  application: OpenApplication,
  payload: { password: string },
): Promise<bigint> {
  await demandPassword(context, application, payload.password);
  const parsed = notificationV1WireSchema.safeParse(payload);
  if (!parsed.success) return recorder.unknownForm(application, `v1-${digest(payload)}`, 'version 1 of another shape');
  const wire = parsed.data;
  const app = await context.lookup.find(application.adam_id);
  if (app === undefined) throw new DomainError('unavailable', { message: 'The store does not know this app yet.' });
  if (wire.bid != null && wire.bid !== app.bundleId) throw new DomainError('not_verifiable');
  const notification = notificationFromV1(wire, nowIso(context));
  if (notification === undefined) {
    return recorder.unknownForm(application, `v1-${digest(payload)}`, 'version 1 without latest_receipt_info');
  }
  const { notificationId, type, signedAt, originalTransactionId, transactions, renewal } = notification;
  if (wire.environment === 'Sandbox') {
    return recorder.notice(application, { notificationId, type, subtype: null, environment: 'Sandbox' });
  }
  return recorder.notification(application, {
    notification_id: notificationId,
    version: 'v1',
    notification_type: type,
    subtype: null,
    signed_at: signedAt,
    original_transaction_id: originalTransactionId,
    transactions,
    renewal,
  });
}

/** Compares in constant time; before a shared secret is set nothing old-style can be verified. */
async function demandPassword(context: IngestContext, application: OpenApplication, given: string): Promise<void> {
  const cipher = application.store_password;
  const secret = cipher === null ? undefined : await context.vault.decrypt(cipher);
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const equal = timingSafeEqual(hash(given), hash(secret ?? ''));
  if (secret === undefined || !equal) throw new DomainError('not_verifiable');
}

const digest = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex')
    .slice(0, 32);
