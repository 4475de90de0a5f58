import {
  webhookDeliveriesPath,
  webhookDeliveriesQuerySchema,
  webhookDeliveriesResponseSchema,
} from '@tapwise/contract';
import { DomainError, type FrozenBody } from '@tapwise/domain';
import {
  type AttemptRow,
  askDeliveries,
  type DeliveryRow,
  deliveryCreated,
  tablesPosition,
} from '@tapwise/projections/queries';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { contentFields, readSentBodies, readSentContent } from './sent-content.ts';

/** Deliveries to a customer's addresses, with the outcome of each. */
export function deliveriesRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    webhookDeliveriesPath,
    {
      schema: { querystring: webhookDeliveriesQuerySchema, response: { 200: webhookDeliveriesResponseSchema } },
      config: { right: 'act' },
    },
    async (request, reply) => {
      const application = ownApplication(deps, sessionOf(request), readId(request.query, 'application_id'));
      const { application_id } = application;
      const { lane = '', state = '', event = '', id = '', before } = request.query;
      const position = await tablesPosition(deps.tables);
      const cursor = await readCursor(deps, application_id, before);
      const filter = { application_id, lane, state, event, id, ...cursor };
      const { deliveries, attempts } = await askDeliveries(deps.tables, filter);
      holdsUpTo(reply, position?.position ?? 0n);
      const bodies = await readSentBodies(deps, deliveries);
      const deliveryResponses = deliveries.map((row) => deliveryResponse(row, attempts, bodies.get(row.delivery_id)));
      const [only] = id === '' ? [] : deliveries;
      if (only === undefined) return { status: 'ok' as const, deliveries: deliveryResponses };
      const of = { attempts, frozen: bodies.get(id) };
      const sent = await readSentContent(deps, application, only, of);
      return { status: 'ok' as const, deliveries: deliveryResponses.map((delivery) => ({ ...delivery, sent })) };
    },
  );
}

/** @param before Id of the last delivery of the page before, or an instant. @throws DomainError `invalid_request`. */
async function readCursor(deps: ApiDependencies, application_id: number, before: string | undefined) {
  if (before === undefined) return { before_ms: Number.MAX_SAFE_INTEGER, before_id: '' };
  const instant = /^\d{4}-\d{2}-\d{2}T/.test(before) ? Date.parse(before) : Number.NaN;
  if (!Number.isNaN(instant)) return { before_ms: instant, before_id: '' };
  const created = await deliveryCreated(deps.tables, { application_id, delivery_id: before });
  if (created === undefined) throw new DomainError('invalid_request', { message: 'This delivery was not found.' });
  return { before_ms: created, before_id: before };
}

const reasons: Readonly<Record<string, string>> = {
  no_subscription: 'Not sent: no active subscription',
  gone: 'Not sent: the address answered that it is gone',
  failing: 'Not sent: the address was disabled after five days without a success',
  address_changed: 'Not sent: the address was changed',
  over: 'Not sent again: the incident is over or snoozed',
  no_address: 'Not sent: the channel has no address',
  removed: 'Not sent: the channel was removed',
  disabled: 'Not sent: the channel was disabled',
};

const errors: Readonly<Record<string, string>> = {
  forbidden_address: 'The address is not a public one',
  timeout: 'No answer in time',
  connection_failed: 'No connection, or it broke',
};

const instantOf = (ms: number): string => new Date(ms).toISOString();

function deliveryResponse(row: DeliveryRow, attempts: readonly AttemptRow[], frozen: FrozenBody | undefined) {
  return {
    id: row.delivery_id,
    lane: row.lane as 'webhook',
    state: row.state as 'pending',
    url: row.url,
    sequence: row.sequence === 0 ? null : row.sequence,
    event: row.event === '' ? null : row.event,
    estimated: row.is_estimated,
    reason: reasons[row.reason] ?? null,
    created_at: instantOf(row.created_ms),
    next_attempt_at: row.next_ms === null ? null : instantOf(row.next_ms),
    ...contentFields(frozen),
    attempts: attempts
      .filter(({ delivery_id }) => delivery_id === row.delivery_id)
      .map(({ at_ms, http_status, ms, error, answer }) => ({
        at: instantOf(at_ms),
        status: http_status,
        ms,
        error: errors[error] ?? null,
        answer,
      })),
  };
}
