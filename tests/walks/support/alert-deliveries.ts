import { randomUUID } from 'node:crypto';
import { alertMessagesStream } from '@tapwise/domain';
import { happened, inTables } from '../../support/facts/ads-world.ts';
import type { ApiService } from '../../support/services/api-service.ts';

const minuteMs = 60_000;

/** What a channel of alerts has sent to a server: a message that was taken, and one whose channel was removed while it waited. */
export async function recordAlertDeliveries(api: ApiService, application: number): Promise<void> {
  const team_id = api.deps.directory.state.applications.get(application)?.team_id ?? 0;
  const channel_id = randomUUID();
  const stream = alertMessagesStream(channel_id);
  const now = Date.now();
  const at = (minutesAgo: number): string => new Date(now - minutesAgo * minuteMs).toISOString();
  const content = { application_ids: [application], url: 'alerts.example.com/hooks' };
  const message = (sequence: number, event: 'alert.fired' | 'alert.recovered', minutesAgo: number) => {
    const happenedAt = at(minutesAgo);
    const delivery = { channel_id, team_id, message_id: randomUUID(), ...content, event, sequence };
    return { ...delivery, event_at: happenedAt, created_at: happenedAt };
  };
  const fired = message(1, 'alert.fired', 20);
  const recovered = message(2, 'alert.recovered', 8);
  const answered = { at: at(19), status: 200, ms: 41, error: null, answer: 'thanks' };
  const refused = { at: at(7), status: 503, ms: 18, error: null, answer: 'The database is locked' };
  const position = await happened(
    api,
    stream,
    { type: 'AlertWebhookFrozen', data: { ...fired, body: '{"event":"alert.fired"}' } },
    { type: 'AlertWebhookAttempted', data: { ...fired, ...answered, state: 'delivered', next_attempt_at: null } },
    { type: 'AlertWebhookFrozen', data: { ...recovered, body: '{"event":"alert.recovered"}' } },
    { type: 'AlertWebhookAttempted', data: { ...recovered, ...refused, state: 'pending', next_attempt_at: at(2) } },
    { type: 'AlertWebhookNotSent', data: { ...recovered, reason: 'removed', at: at(5) } },
  );
  await inTables(api, position);
}
