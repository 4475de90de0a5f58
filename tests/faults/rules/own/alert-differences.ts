import { type EventLog, readLog } from '@tapwise/adapters';
import { builtInAlertId } from '@tapwise/domain';
import type { ReceivedPost } from '../../../support/stand-ins/webhook-receiver.ts';
import { type AlertedApplications, slackPath, webhookPath } from './own-rules-world.ts';

/** The outcomes of incidents of alerts, and of the messages about them. */
export interface AlertFigures {
  readonly incidents: number;
  readonly messages: number;
  /** Messages to Slack that are not sent again, as the process that had claimed them was killed. */
  readonly unknown: number;
  /** Messages that have not ended. */
  readonly open: readonly string[];
  readonly lost: readonly string[];
  readonly twice: readonly string[];
}

/** What the log has of incidents and messages. */
export interface LoggedAlerts {
  /** Begins and ends of incidents by alert, in their order. */
  readonly incidents: ReadonlyMap<number, readonly { readonly kind: 'fired' | 'recovered'; readonly id: string }[]>;
  /** Messages that were claimed, by `channel incident kind`. */
  readonly claimed: ReadonlyMap<string, ReadonlySet<string>>;
  /** How each message ended, as often as that is recorded. */
  readonly ends: ReadonlyMap<string, readonly ('sent' | 'failed' | 'unknown')[]>;
}

export async function readAlerts(log: EventLog): Promise<LoggedAlerts> {
  const incidents = new Map<number, { kind: 'fired' | 'recovered'; id: string }[]>();
  const claimed = new Map<string, Set<string>>();
  const ends = new Map<string, ('sent' | 'failed' | 'unknown')[]>();
  await readLog(log, { streamPrefixes: ['alertEpisodes-', 'alertMessages-'] }, (events) => {
    for (const { event } of events) {
      if (event.type === 'AlertFired' || event.type === 'AlertRecovered') {
        const { alert_id, episode_id: id } = event.data;
        const kind = event.type === 'AlertFired' ? 'fired' : 'recovered';
        incidents.set(alert_id, [...(incidents.get(alert_id) ?? []), { kind, id }]);
      }
      if (event.type === 'AlertMessageClaimed') {
        const { channel_id, message_id, items } = event.data;
        for (const { episode_id, kind } of items) {
          const name = `${channel_id} ${episode_id} ${kind}`;
          claimed.set(name, (claimed.get(name) ?? new Set()).add(message_id));
        }
        if (!ends.has(message_id)) ends.set(message_id, []);
      }
      if (event.type === 'AlertMessageEnded')
        ends.set(event.data.message_id, [...(ends.get(event.data.message_id) ?? []), event.data.state]);
    }
  });
  return { incidents, claimed, ends };
}

/** Compares the incidents with what was caused, the messages with the incidents, and what was received with the messages. */
export async function compareAlerts(
  log: EventLog,
  { applicationIds, channels }: AlertedApplications,
  received: readonly ReceivedPost[],
): Promise<AlertFigures> {
  const { incidents, claimed, ends } = await readAlerts(log);
  const lost: string[] = [];
  const twice: string[] = [];
  const messageIds = { slack: new Set<string>(), webhook: new Set<string>() };
  for (const id of applicationIds) {
    const all = incidents.get(builtInAlertId(id, 'integration')) ?? [];
    if (all.length < 2) lost.push(`application ${id}: ${all.length} of 2 turns of its incident`);
    if (all.length > 2) twice.push(`application ${id}: ${all.length} turns of one incident`);
    for (const kind of ['slack', 'webhook'] as const) {
      for (const incident of all) {
        const messages = [...(claimed.get(`${channels[kind]} ${incident.id} ${incident.kind}`) ?? [])];
        if (messages.length === 0) lost.push(`application ${id}: nothing about ${incident.kind} to ${kind}`);
        if (messages.length > 1) twice.push(`application ${id}: ${messages.length} messages about ${incident.kind}`);
        for (const message of messages) messageIds[kind].add(message);
      }
    }
  }
  const endsOf = (ids: ReadonlySet<string>) => [...ids].map((id) => ({ id, states: ends.get(id) ?? [] }));
  const all = [...endsOf(messageIds.slack), ...endsOf(messageIds.webhook)];
  for (const { id, states } of all) {
    if (states.length > 1) twice.push(`message ${id} ended ${states.length} times`);
    if (states.includes('failed')) lost.push(`message ${id} failed`);
  }
  const isSent = ({ states }: { states: readonly string[] }): boolean => states.includes('sent');
  const slackBodies = received.filter(({ path }) => path === slackPath).map(({ body }) => body.toString());
  const slackSent = endsOf(messageIds.slack).filter(isSent).length;
  const differentBodies = new Set(slackBodies).size;
  if (differentBodies < slackBodies.length) twice.push(`${slackBodies.length - differentBodies} posts to Slack again`);
  if (differentBodies < slackSent) lost.push(`${slackSent - differentBodies} messages to Slack that were not posted`);
  const posted = new Set(
    received.flatMap(({ path, headers }) => (path === webhookPath ? [String(headers['webhook-id'])] : [])),
  );
  const webhookSent = endsOf(messageIds.webhook).filter(isSent).length;
  if (posted.size < webhookSent) lost.push(`${webhookSent - posted.size} messages that the server did not get`);
  if (posted.size > messageIds.webhook.size)
    twice.push(`${posted.size - messageIds.webhook.size} messages under ids anew`);
  return {
    incidents: applicationIds.length,
    messages: all.length,
    unknown: all.filter(({ states }) => states.includes('unknown')).length,
    open: all.flatMap(({ id, states }) => (states.length === 0 ? [`message ${id} did not end`] : [])),
    lost,
    twice,
  };
}
