import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { handleCommand } from '@tapwise/adapters';
import {
  type AlertMessageEvent,
  alertMessagesStream,
  type ChannelMessages,
  channelMessagesDecider,
  type DeliveryEvent,
  type DeliveryState,
  deliveryDecider,
  deliveryIn,
  type ExistingDelivery,
  type FrozenAlert,
  mostReplays,
  type OwnDeliveryEvent,
  type ReplayedDeliveries,
  readReplay,
  replayableDeliveries,
  replayDelivery,
  replayMessage,
  webhookAttemptsStream,
  webhookDeliveryStream,
} from '@tapwise/domain';
import { deliveriesById, deliveriesInRange, tablesPosition } from '@tapwise/projections/queries';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { personContext } from '../../access/actor-context.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { readFrozenAlerts } from '../alert-deliveries.ts';

const atOnce = 16;

/**
 * Has deliveries of an application posted again; those to an address that is not called any more are left out.
 * @returns how many, and the commit position.
 * @throws DomainError `invalid_request`, `not_found` for an id that is not the application's, `too_many_rows`, `wrong_state`.
 */
export async function replayDeliveries(
  deps: ApiDependencies,
  request: FastifyRequest,
  of: {
    readonly application_id: number;
    /** Ids of the application's addresses that are called. */
    readonly endpoints: readonly string[];
    /** Ids of the team's channels of alerts that are called. */
    readonly channels: readonly string[];
    readonly requested: ReplayedDeliveries;
  },
): Promise<{ readonly replayed: number; readonly position: bigint }> {
  const active = [...of.endpoints, ...of.channels];
  await whenTablesKnow(deps, [...of.endpoints.map(webhookAttemptsStream), ...of.channels.map(alertMessagesStream)]);
  const selection = readReplay(of.requested);
  const deliveries =
    selection.kind === 'ids'
      ? await deliveriesById(deps.tables, { application_id: of.application_id, ids: [...selection.ids] })
      : await deliveriesInRange(deps.tables, {
          application_id: of.application_id,
          endpoints: active,
          from_ms: selection.fromMs,
          to_ms: selection.toMs,
          most: mostReplays + 1,
        });
  const limit = pLimit(atOnce);
  const events = new Map<bigint, Promise<DeliveryEvent | undefined>>();
  const eventAt = (position: bigint): Promise<DeliveryEvent | undefined> => {
    const reading =
      events.get(position) ?? deps.log.readAt(position).then((recorded) => recorded?.event as DeliveryEvent);
    events.set(position, reading);
    return reading;
  };
  const alerts = new Map<string, ReturnType<typeof readFrozenAlerts>>();
  const frozenOf = async (channelId: string, messageId: string): Promise<FrozenAlert | undefined> => {
    const reading = alerts.get(channelId) ?? readFrozenAlerts(deps, channelId);
    alerts.set(channelId, reading);
    return (await reading).get(messageId);
  };
  const positions = await Promise.all(
    replayableDeliveries(selection, deliveries, active).map(({ delivery_id, endpoint_id, position }) =>
      limit(async () => {
        if (of.channels.includes(endpoint_id))
          return replayAlert(deps, request, await frozenOf(endpoint_id, delivery_id));
        const event = await eventAt(position);
        const delivery = event && deliveryIn(event, delivery_id);
        return delivery && replay(deps, request, delivery);
      }),
    ),
  );
  const made = positions.filter((position) => position !== undefined);
  let position = 0n;
  for (const replayedPosition of made) if (replayedPosition > position) position = replayedPosition;
  return { replayed: made.length, position };
}

const longestWaitMs = 3000;
const lookMs = 50;

/** Waits a moment until the tables have what was posted last: a sequence that was given must be known. */
async function whenTablesKnow({ log, tables }: ApiDependencies, streams: readonly string[]): Promise<void> {
  const last = await Promise.all(streams.map((stream) => log.readLast(stream)));
  const wanted = last.reduce((latest, event) => (event && event.position > latest ? event.position : latest), 0n);
  const until = performance.now() + longestWaitMs;
  while (((await tablesPosition(tables))?.position ?? 0n) < wanted && performance.now() < until) await pause(lookMs);
}

/** @returns commit position; `undefined` when it cannot be replayed. */
async function replay(
  deps: ApiDependencies,
  request: FastifyRequest,
  delivery: ExistingDelivery,
): Promise<bigint | undefined> {
  const { account } = sessionOf(request);
  const { delivery_id: id } = delivery.identity;
  const { events, position } = await handleCommand<DeliveryState, OwnDeliveryEvent>(deps.log, {
    stream: webhookDeliveryStream(id),
    // Its own stream says only what was said of it alone.
    decider: { ...deliveryDecider, initialState: () => delivery },
    cause: `replay ${id} ${request.writeCall?.callId ?? randomUUID()}`,
    context: personContext(request),
    decide: (state) => replayDelivery(state, account.account_id, deps.now().toISOString()),
  });
  return events.length === 0 ? undefined : position;
}

/** @returns commit position; `undefined` when the message was never sent, is being sent, or is too old. */
async function replayAlert(
  deps: ApiDependencies,
  request: FastifyRequest,
  frozen: FrozenAlert | undefined,
): Promise<bigint | undefined> {
  const { account_id } = sessionOf(request).account;
  if (frozen === undefined) return undefined;
  const { events, position } = await handleCommand<ChannelMessages, AlertMessageEvent>(deps.log, {
    stream: alertMessagesStream(frozen.channel_id),
    decider: channelMessagesDecider,
    cause: `replay ${frozen.message_id} ${request.writeCall?.callId ?? randomUUID()}`,
    context: personContext(request),
    decide: (state) => replayMessage(state, frozen, { account_id, requested_at: deps.now().toISOString() }),
  });
  return events.length === 0 ? undefined : position;
}
