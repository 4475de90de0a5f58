import type { DomainEvent } from '@tapwise/domain';
import { append } from './run-record.ts';

/** A message to a channel. */
interface LoggedMessage {
  readonly channelId: string;
  /** Incidents and what is said of them. */
  readonly items: readonly string[];
  claims: number;
  readonly ends: ('sent' | 'failed' | 'unknown')[];
}

/** A begin or an end of an incident, and what is sent about it: of a unit that changes too often, that once. */
interface LoggedTurn {
  readonly kind: 'fired' | 'recovered';
  readonly id: string;
  readonly message: 'fired' | 'unsteady' | 'recovered' | 'none';
}

/** Incidents of alerts and messages about them, kept while the log is written. */
export class AlertRecord {
  /** Begins and ends of incidents by alert and unit, in their order. */
  readonly turns = new Map<string, LoggedTurn[]>();
  readonly messages = new Map<string, LoggedMessage>();

  note(event: DomainEvent): void {
    if (event.type === 'AlertFired' || event.type === 'AlertRecovered') {
      const { alert_id, key, episode_id: id, message } = event.data;
      const kind = event.type === 'AlertFired' ? 'fired' : 'recovered';
      append(this.turns, `${alert_id} ${key}`, { kind, id, message });
    } else if (event.type === 'AlertMessageClaimed') {
      const { channel_id: channelId, message_id, items } = event.data;
      const subjects = items.map(({ episode_id, kind }) => `${episode_id} ${kind}`);
      const message = this.messages.get(message_id) ?? { channelId, items: subjects, claims: 0, ends: [] };
      message.claims += 1;
      this.messages.set(message_id, message);
    } else if (event.type === 'AlertMessageEnded')
      this.messages.get(event.data.message_id)?.ends.push(event.data.state);
  }

  /** Whether an alert fires for a unit. */
  isOpen(alertId: number, key: string): boolean {
    return this.turns.get(`${alertId} ${key}`)?.at(-1)?.kind === 'fired';
  }
}
