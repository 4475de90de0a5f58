import type { Alert, AlertEpisode as EpisodeResponse } from '@tapwise/contract/alerts';
import {
  type AlertChannel,
  type AlertEpisode,
  type Alerts,
  channelsOf,
  type ExistingAlert,
  episodeState,
  isOpenEpisode,
  messageKindName,
  microsPerUnit,
  noUnits,
  ownRuleOf,
  type Snooze,
  unitsWithoutIncident,
  writable,
} from '@tapwise/domain';

interface ResponseContext {
  readonly alerts: Alerts;
  /** Of the team. */
  readonly channels: readonly AlertChannel[];
  /** Milliseconds. */
  readonly now: number;
}

export const responseContext = (alerts: Alerts, teamId: number, now: number): ResponseContext => ({
  alerts,
  channels: channelsOf(alerts, teamId),
  now,
});

/** When a snooze of all units, or of one, ends that lasts now. */
function snoozedUntil(snoozes: readonly Snooze[], key: string | null, now: number): string | null {
  const lasting = snoozes.filter((snooze) => (snooze.key === null || snooze.key === key) && snooze.until > now);
  return lasting.length === 0 ? null : new Date(Math.max(...lasting.map(({ until }) => until))).toISOString();
}

/** An alert as a person sees it. */
export function alertResponse(
  { alerts, channels: existing, now }: ResponseContext,
  alert: ExistingAlert,
  accountId: number,
): Alert {
  const { alertId: id, kind, name, on, severity, channels, version } = alert;
  const written = ownRuleOf(alert);
  const episodes = [...alerts.episodes.values()].filter(({ alert_id }) => alert_id === id);
  const remembered = alerts.units.get(id);
  // After an edit the next evaluation begins without a memory.
  const current = on && remembered?.version === alert.evaluatedVersion ? remembered : noUnits;
  const last = Math.max(0, ...episodes.map(({ firedAt }) => firedAt));
  return {
    id,
    kind,
    name,
    on,
    severity,
    apply_to: written === undefined ? null : writable(written.apply_to),
    automation_params: written?.rule ?? null,
    settings: kind === 'own' ? null : alert.numbers[kind],
    for: alert.for,
    clear: alert.clear,
    channels: channels.filter((id) => existing.some(({ channel_id }) => channel_id === id)),
    mail: alert.wishes[accountId] ?? true,
    firing: episodes.filter(isOpenEpisode).length,
    pending: Object.values(current.units).filter(({ state }) => state.kind === 'pending').length,
    more: unitsWithoutIncident(current),
    last_at: last === 0 ? null : new Date(last).toISOString(),
    snoozed_until: snoozedUntil(alert.snoozes, null, now),
    version,
  };
}

/** An incident as members see it. @param alert `undefined` for a deleted one. */
export function episodeResponse(
  context: ResponseContext,
  episode: AlertEpisode,
  alert: ExistingAlert | undefined,
): EpisodeResponse {
  const {
    episode_id: id,
    alert_id,
    key,
    name,
    severity,
    firedAt,
    recoveredAt,
    closedAt,
    unit,
    window,
    text,
    series,
  } = episode;
  const ended = recoveredAt ?? closedAt;
  const outside = (value: number | null): number | null =>
    value !== null && (unit === 'money' || unit === 'share') ? value / microsPerUnit : value;
  return {
    id,
    alert_id,
    kind: alert?.kind ?? 'own',
    key,
    name,
    severity,
    state: episodeState(episode),
    since: new Date(firedAt).toISOString(),
    recovered_at: ended === null ? null : new Date(ended).toISOString(),
    value: outside(episode.value),
    limit: outside(episode.limit),
    unit,
    currency: episode.currency,
    window,
    text,
    acknowledged: ended === null ? episode.acknowledged : null,
    snoozed_until: alert === undefined ? null : snoozedUntil(alert.snoozes, key, context.now),
    messages: messagesOfEpisode(context, id),
    before: [...episode.before],
    ...(series === undefined
      ? {}
      : {
          series: {
            from: series.from,
            values: series.values.map(outside),
            usual: outside(series.usual),
            low: outside(series.low),
            high: outside(series.high),
          },
        }),
  };
}

function messagesOfEpisode({ alerts, channels }: ResponseContext, episodeId: string): EpisodeResponse['messages'] {
  return channels.flatMap(({ channel_id }) =>
    Object.values(alerts.messages.get(channel_id)?.messages ?? {}).flatMap(({ items, state, error, at }) =>
      items
        .filter(({ episode_id }) => episode_id === episodeId)
        .map((item) => ({
          channel_id,
          kind: messageKindName(item),
          at: new Date(at).toISOString(),
          state,
          error,
        })),
    ),
  );
}
