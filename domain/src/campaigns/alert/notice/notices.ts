import type { AlertEpisode } from '../episode/alert-episode.ts';
import {
  type AlertMessage,
  type AlertSeverity,
  messagesOf,
  type Snooze,
  type UnitSpend,
} from '../episode/alert-messages.ts';
import type { EpisodeEvent } from '../episode/episode.events.ts';
import type { NoticesRead } from './notices.events.ts';

/** That nothing could be said about a unit for a day. */
export type SilentUnit = Extract<EpisodeEvent, { type: 'AlertSilent' }>['data'];

/** What a person has read. Instants in milliseconds. */
export interface ReadNotices {
  readonly through: number;
  readonly ids: readonly string[];
}

const unread: ReadNotices = { through: 0, ids: [] };
/** Ids beyond are those of notices that are not shown any more. */
const idsKept = 5000;

export function applyRead(before: ReadNotices = unread, { notice_ids, through }: NoticesRead['data']): ReadNotices {
  if (through === null) return { ...before, ids: [...before.ids, ...notice_ids].slice(-idsKept) };
  return { through: Math.max(before.through, Date.parse(through)), ids: before.ids };
}

/** What is said of one unit, before it is a line below the bell. */
export interface UnitNotice {
  readonly id: string;
  /** Milliseconds. */
  readonly at: number;
  readonly kind: AlertMessage['kind'] | 'silent';
  readonly severity: AlertSeverity;
  readonly text: string;
  readonly applicationId: number;
  readonly alertId: number;
  readonly alertName: string;
  readonly unit: UnitSpend & { readonly name: string };
}

/** What is said of an incident in one message. */
export function messageText(episode: AlertEpisode, kind: AlertMessage['kind']): string {
  switch (kind) {
    case 'fired':
      return episode.text;
    case 'unsteady':
      return `${episode.alert_name}, ${episode.name}: Changed ${episode.changes} times since ${utcMinute(episode.changesSince)}`;
    case 'still_firing':
      return `Still: ${episode.text}`;
    case 'recovered':
      return `Recovered: ${episode.text}`;
    default:
      return kind satisfies never;
  }
}

/** @param idOf Makes an id from text. */
export function silentNotice(
  { alert_id: alertId, application_id: applicationId, alert_name, name, key, since, reported_at }: SilentUnit,
  idOf: (text: string) => string,
): UnitNotice {
  const text = `${alert_name}, ${name}: No data for this alert since ${utcMinute(Date.parse(since))}`;
  const at = Date.parse(reported_at);
  const id = idOf(`${alertId} ${key} silent ${since}`);
  const unit = { key, name, spend: 0 };
  return { id, at, kind: 'silent', severity: 'normal', text, applicationId, alertId, alertName: alert_name, unit };
}

const utcMinute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Names the notice of a message of an incident, before an id is made of it. */
export const noticeName = (episodeId: string, { kind, number }: Pick<AlertMessage, 'kind' | 'number'>): string =>
  `${episodeId} ${kind} ${number}`;

/** Notices of an incident up to now, oldest first. @param idOf Makes an id from text. @param now Milliseconds. */
export function noticesOf(
  episode: AlertEpisode,
  snoozes: readonly Snooze[],
  { idOf, now }: { readonly idOf: (text: string) => string; readonly now: number },
): UnitNotice[] {
  const { episode_id, severity, application_id: applicationId, alert_id: alertId, alert_name: alertName } = episode;
  const unit = { key: episode.key, name: episode.name, spend: episode.spend };
  return messagesOf(episode, snoozes, now).map(({ kind, number, at }) => ({
    id: idOf(noticeName(episode_id, { kind, number })),
    at,
    kind,
    severity,
    text: messageText(episode, kind),
    applicationId,
    alertId,
    alertName,
    unit,
  }));
}
