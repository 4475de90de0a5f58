import {
  type AlertEpisode,
  type Alerts,
  type ChannelMessage,
  type FrozenAlert,
  type MessageItem,
  messageKindName,
  messageText,
  microsPerUnit,
  unitsWithoutIncident,
} from '@tapwise/domain';

/** An incident as one message names it. */
export interface MessageEpisode {
  readonly episode: AlertEpisode;
  readonly item: MessageItem;
  /** Units that its alert is about without an incident of their own. */
  readonly counted: number;
}

/** What a message says, without the form of a channel. */
export interface AlertWords {
  readonly title: string;
  readonly lines: readonly string[];
  /** Incidents that are only counted. */
  readonly more: number;
  /** Below the product's address. */
  readonly path: string;
}

/** So many are named in one message. */
export const mostNamed = 20;

/** The incidents of a message, in its order; those that are only in the log are left out. */
export function messageEpisodes(
  { items }: Pick<ChannelMessage, 'items'>,
  episodes: ReadonlyMap<string, AlertEpisode>,
  units: Alerts['units'],
): MessageEpisode[] {
  return items.flatMap((item) => {
    const episode = episodes.get(item.episode_id);
    if (episode === undefined) return [];
    const remembered = units.get(episode.alert_id);
    return [{ episode, item, counted: remembered === undefined ? 0 : unitsWithoutIncident(remembered) }];
  });
}

/** How many units the alerts of a message are about that have no incident to be named with it. */
function countedWith(included: readonly MessageEpisode[]): number {
  const begun = included.filter(({ item }) => item.kind === 'fired');
  const ofAlerts = new Map(begun.map(({ episode, counted }) => [episode.alert_id, counted]));
  return [...ofAlerts.values()].reduce((sum, counted) => sum + counted, 0);
}

/** @param withoutAmounts Whether money is left out. */
export function alertWords(
  form: ChannelMessage['form'],
  included: readonly MessageEpisode[],
  withoutAmounts: boolean,
): AlertWords {
  const [first] = included;
  if (first === undefined) return { title: 'Alerts', lines: [], more: 0, path: '/client/automation/alerts' };
  const path = `/client/automation/alerts/${first.episode.alert_id}?app=${first.episode.application_id}`;
  if (form === 'single') {
    const title = lineOf(first, withoutAmounts);
    return { title, lines: detailsOf(first.episode, withoutAmounts), more: 0, path };
  }
  const lines =
    form === 'digest'
      ? digestLines(included, withoutAmounts)
      : included.map((episode) => lineOf(episode, withoutAmounts));
  const all = lines.length + countedWith(included);
  const title = form === 'digest' ? `${all} alerts` : `${first.episode.alert_name}: ${all} units`;
  const named = lines.slice(0, mostNamed);
  return { title, lines: named, more: all - named.length, path };
}

function lineOf({ episode, item }: MessageEpisode, withoutAmounts: boolean): string {
  const text = withoutAmounts ? episode.text_without_amounts : episode.text;
  return messageText({ ...episode, text }, item.kind);
}

/** What recovered while it waited is one line. */
function digestLines(included: readonly MessageEpisode[], withoutAmounts: boolean): string[] {
  const recovered = new Set(included.flatMap(({ item }) => (item.kind === 'recovered' ? [item.episode_id] : [])));
  return included
    .filter(({ item }) => item.kind === 'recovered' || !recovered.has(item.episode_id))
    .map((episode) => lineOf(episode, withoutAmounts));
}

function detailsOf({ firedAt, window, before, severity }: AlertEpisode, withoutAmounts: boolean): string[] {
  const since = `Since ${new Date(firedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC, severity ${severity}`;
  const days =
    window === null ? [] : [`Days: ${window.from === window.to ? window.from : `${window.from} to ${window.to}`}`];
  const changes = withoutAmounts
    ? []
    : before.map(({ at, actor, text }) => `${at.slice(0, 16).replace('T', ' ')} UTC, ${actor}: ${text}`);
  return [since, ...days, ...(changes.length === 0 ? [] : [`Changed before:\n${changes.join('\n')}`])];
}

/** A value as it leaves the product: money in units, shares as fractions. */
function figure(value: number | null, { unit }: Pick<AlertEpisode, 'unit'>, withoutAmounts: boolean): number | null {
  if (value === null || (unit === 'money' && withoutAmounts)) return null;
  return unit === 'money' || unit === 'share' ? value / microsPerUnit : value;
}

interface WebhookContext {
  readonly withoutAmounts: boolean;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

/** What a customer's server is told. */
interface WebhookBody {
  readonly event: FrozenAlert['event'];
  readonly [field: string]: unknown;
}

/** Body of a webhook about a message. */
export function webhookBody(
  { form, items }: Pick<ChannelMessage, 'form' | 'items'>,
  included: readonly MessageEpisode[],
  { withoutAmounts, publicUrl }: WebhookContext,
): WebhookBody {
  const { path } = alertWords(form, included, withoutAmounts);
  const url = `${publicUrl}${path}`;
  const described = included.map(({ episode, item }) => ({
    episode: episode.episode_id,
    kind: messageKindName(item),
    alert: episode.alert_name,
    severity: episode.severity,
    object: { key: episode.key, name: episode.name },
    value: figure(episode.value, episode, withoutAmounts),
    limit: figure(episode.limit, episode, withoutAmounts),
    window: episode.window,
    since: new Date(episode.firedAt).toISOString(),
  }));
  const [first] = described;
  if (form !== 'single' || first === undefined) {
    const episodes = described.slice(0, mostNamed);
    const more = described.length + countedWith(included) - episodes.length;
    return { event: 'alert.digest', alert: first?.alert ?? '', episodes, ...(more === 0 ? {} : { more }), url };
  }
  const event = items[0]?.kind === 'recovered' ? 'alert.recovered' : 'alert.fired';
  return { event, ...first, url };
}
