import { endOfQuietHours, nextLocalTime, type QuietHours } from './quiet-hours.ts';

export type AlertSeverity = 'high' | 'normal' | 'low';

/** An incident as far as messages ask for it. Instants in milliseconds. */
export interface EpisodeTimeline {
  readonly key: string;
  readonly firedAt: number;
  /** `unsteady`: its message stands for many changes; `none`: amid them nothing is sent. */
  readonly firing: 'fired' | 'unsteady' | 'none';
  readonly recoveredAt: number | null;
  readonly recovery: 'recovered' | 'none';
  /** When an edit of the alert closed it. */
  readonly closedAt: number | null;
}

/** For how long an alert, or one unit of it, is not to be told. */
export interface Snooze {
  /** `null`: every unit. */
  readonly key: string | null;
  readonly from: number;
  readonly until: number;
}

export type AlertMessageKind = 'fired' | 'unsteady' | 'still_firing' | 'recovered';

/** A message that is due at an instant, before its channel is looked at. */
export interface AlertMessage {
  readonly kind: AlertMessageKind;
  /** Of its kind in the episode, from 1: each end of a snooze has its own message. */
  readonly number: number;
  readonly at: number;
}

/**
 * The messages of an episode up to now, oldest first. What happens while it is snoozed is not told; what still fires when that ends is.
 */
export function messagesOf(episode: EpisodeTimeline, snoozes: readonly Snooze[], now: number): AlertMessage[] {
  const { firedAt, firing, recoveredAt, recovery, closedAt } = episode;
  if (firing === 'none') return [];
  const applicable = joined(snoozes.filter(({ key }) => key === null || key === episode.key));
  const end = Math.min(recoveredAt ?? now, closedAt ?? now, now);
  const begun: AlertMessage[] = isSnoozed(applicable, episode.key, firedAt)
    ? []
    : [{ kind: firing, number: 1, at: firedAt }];
  const later = applicable
    .filter(({ until }) => until > firedAt && (until < end || (until === now && end === now)))
    .map(({ until }, index): AlertMessage => ({ kind: 'still_firing', number: index + 1, at: until }));
  const due = [...begun, ...later];
  const isRecovered = recoveredAt !== null && recoveredAt <= now && (closedAt === null || closedAt > recoveredAt);
  const isSent =
    isRecovered && recovery === 'recovered' && due.length > 0 && !isSnoozed(applicable, episode.key, recoveredAt);
  return isSent ? [...due, { kind: 'recovered', number: 1, at: recoveredAt }] : due;
}

/** Whether a unit is not to be told of at an instant; milliseconds. */
export const isSnoozed = (snoozes: readonly Snooze[], unit: string, at: number): boolean =>
  snoozes.some(({ key, from, until }) => (key === null || key === unit) && from <= at && at < until);

/** Snoozes that touch are one, so that nothing is told between them. */
function joined(snoozes: readonly Snooze[]): Snooze[] {
  const all: Snooze[] = [];
  for (const snooze of snoozes.toSorted((left, right) => left.from - right.from)) {
    const last = all.at(-1);
    if (last === undefined || snooze.from > last.until) all.push(snooze);
    else all[all.length - 1] = { ...last, until: Math.max(last.until, snooze.until) };
  }
  return all;
}

/** How a channel wants to be told. */
export interface ChannelPreferences {
  /** `high`: alerts of high severity wait, too. */
  readonly quiet: (QuietHours & { readonly high: boolean }) | null;
  /** Local time, `HH:00`, at which everything of the day but high alerts comes in one message; `null`: one by one. */
  readonly digest: string | null;
  readonly zone: string;
}

/** When a message goes out, and whether with others. */
export interface Delivery {
  readonly at: number;
  readonly form: 'single' | 'digest';
}

/** Low alerts never come alone: without a digest of its own a channel has them at this hour. */
const digestOfLow = '09:00';

/**
 * When a message goes out, where it has not by now: quiet hours that lie between that it is due and that it is sent hold it as well.
 * @param at When what it says happened. @param now Milliseconds.
 */
export function deliveryOf(
  at: number,
  severity: AlertSeverity,
  { quiet, digest, zone }: ChannelPreferences,
  now: number = at,
): Delivery {
  const hour = severity === 'low' ? (digest ?? digestOfLow) : severity === 'normal' ? digest : null;
  const due = hour === null ? at : nextLocalTime(at, hour, zone);
  const until = quietUntil(severity, quiet, due, Math.max(due, now));
  return { at: until ?? due, form: hour !== null || until !== undefined ? 'digest' : 'single' };
}

/**
 * Until when quiet hours hold an alert of a severity; `undefined`: it passes.
 * @param at Beginning of the time that they have a part in. @param now Its end; milliseconds.
 */
export function quietUntil(
  severity: AlertSeverity,
  quiet: ChannelPreferences['quiet'],
  at: number,
  now: number = at,
): number | undefined {
  return quiet === null || (severity === 'high' && !quiet.high) ? undefined : endOfQuietHours(quiet, at, now);
}

/** A unit with its spend, by which the largest are named first; micros. */
export interface UnitSpend {
  readonly key: string;
  readonly spend: number;
}

/** Orders units as they are named, and as incidents are given to them where there are too many. */
export const largestFirst = (left: UnitSpend, right: UnitSpend): number =>
  right.spend - left.spend || (left.key < right.key ? -1 : 1);

/** More that changed in one evaluation are said in one message. */
export const separateUnits = 5;
const namedUnits = 20;

/**
 * The messages for units of one alert that changed in one evaluation: one for each, or one for all of them, in which the largest are named.
 * @returns groups of units with how many of each are only counted.
 */
export function groupUnits<Unit extends UnitSpend>(
  units: readonly Unit[],
): { readonly named: readonly Unit[]; readonly counted: number }[] {
  const sorted = units.toSorted(largestFirst);
  if (units.length <= separateUnits) return sorted.map((unit) => ({ named: [unit], counted: 0 }));
  return [{ named: sorted.slice(0, namedUnits), counted: Math.max(0, units.length - namedUnits) }];
}
