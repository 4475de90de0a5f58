import { createRateLimits, keepRequest } from '@tapwise/adapters';
import { DomainError, type OpenApplication } from '@tapwise/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createGenuineRefusals } from '../genuine-refusals.ts';
import { actorContext, applicationOf, type IngestContext, nowIso } from '../ingest-context.ts';
import { bodyDigest, type InterpretedNotification, interpretNotification } from '../interpret-notification.ts';
import { type NotificationRecorder, recordNotifications } from '../record-notification.ts';

const bodyLimit = 256 * 1024;
const parameters = z.object({ api_key: z.string().min(1).max(128) });

/** Refusals of one application that are recorded in an hour: enough to find the cause, too few to fill the log. */
const recordedRefusals = { most: 20, seconds: 3600 };

/** A body as it came, and as JSON. */
interface PostedBody {
  readonly bytes: Buffer;
  readonly json: unknown;
}

/** `POST /store/notifications/{api_key}`: what the store says about purchases. */
export function storeNotificationsRoute(app: FastifyInstance, context: IngestContext): void {
  const refusals = createRateLimits().limit('recorded refusals', recordedRefusals);
  const genuine = createGenuineRefusals(context);
  const isRecorded = (applicationId: number): Promise<boolean> =>
    refusals.consume(String(applicationId)).then(
      () => true,
      () => false,
    );
  void app.register((scope, _options, done) => {
    keepBytes(scope);
    scope.post('/store/notifications/:api_key', { bodyLimit }, async (request, reply) => {
      const application = await applicationOf(context, parameters.parse(request.params).api_key);
      const recorder = recordNotifications(context, actorContext('store', application, request.id));
      const body = request.body as PostedBody | undefined;
      try {
        const { position, signed } = await receive(context, recorder, application, { body, headers: request.headers });
        if (signed) await genuine.accepted(application);
        reply.header('x-log-position', position.toString());
        return { status: 'ok' };
      } catch (error) {
        const isRefusal = error instanceof DomainError && error.code === 'not_verifiable';
        if (isRefusal && (await isRecorded(application.application_id))) {
          await recorder.refused(application, error, bodyDigest(body?.json));
          await genuine.refused(application, error, body?.json);
        }
        throw error;
      }
    });
    done();
  });
}

/** Within this scope a JSON body is kept as the bytes that came, beside what they say. */
function keepBytes(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    void parse(request, bytes.toString('utf8'), (error, json) => done(error, error ? undefined : { bytes, json }));
  });
}

/**
 * Records the bytes and what they say; both are there when this resolves, and a repeat completes what is missing. Answers the position,
 * and whether the store signed it.
 */
async function receive(
  context: IngestContext,
  recorder: NotificationRecorder,
  application: OpenApplication,
  { body, headers }: { body: PostedBody | undefined; headers: FastifyRequest['headers'] },
): Promise<{ position: bigint; signed: boolean }> {
  const received_at = nowIso(context);
  const posted = { body: body?.json, receivedAt: received_at, passwordVerified: false };
  const interpreted = await interpretNotification(context, application, posted);
  const { application_id } = application;
  const request = await keepRequest(context.vault, {
    application_id,
    notification_id: interpreted.notificationId,
    received_at,
    headers,
    bytes: body?.bytes ?? Buffer.alloc(0),
  });
  const [position] = await Promise.all([record(recorder, application, interpreted), recorder.request(request)]);
  if (interpreted.form !== 'unknown' && interpreted.excerpt !== '')
    await recorder.unknownForm(application, interpreted.notificationId, interpreted.excerpt);
  const signed = interpreted.form !== 'unknown' && interpreted.signed;
  if (signed) await recorder.ownership(application);
  return { position, signed };
}

function record(
  recorder: NotificationRecorder,
  application: OpenApplication,
  interpreted: InterpretedNotification,
): Promise<bigint> {
  switch (interpreted.form) {
    case 'unknown':
      return recorder.unknownForm(application, interpreted.notificationId, interpreted.excerpt);
    case 'notice':
      return recorder.notice(application, interpreted);
    case 'notification':
      return recorder.notification(application, interpreted.notification);
  }
}
