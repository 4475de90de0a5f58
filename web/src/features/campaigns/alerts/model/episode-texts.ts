import type { Alert, AlertEpisode } from '@tapwise/contract/alerts';
import { dateForm } from '../../../../shared/format/date-forms.ts';
import { currencySymbol, formatCount, formatMoney, formatPercent } from '../../../../shared/format/numbers.ts';
import { alertMessages as words } from '../messages.ts';

type Figure = Pick<AlertEpisode, 'unit' | 'currency'>;

/** `80.95` with the unit `%`: a figure as it is shown large. */
export function figureParts(value: number | null, { unit, currency }: Figure): { value: string; unit: string } {
  switch (unit) {
    case 'money':
      return { value: formatMoney(value), unit: currencySymbol(currency ?? '') };
    case 'share':
      return { value: formatPercent(value), unit: '%' };
    case 'hours':
      return { value: formatCount(value), unit: 'h' };
    default:
      return { value: formatCount(value), unit: '' };
  }
}

/** `80.95 %`, `122.00 $`, `7 h`. */
export function figureText(value: number | null, figure: Figure): string {
  const parts = figureParts(value, figure);
  return parts.unit === '' ? parts.value : `${parts.value} ${parts.unit}`;
}

/** What the value is compared with: what is usual where that is said, else the limit. */
export function comparedText(episode: AlertEpisode): string {
  const usual = episode.series?.usual ?? null;
  const limit = episode.limit === null ? [] : [words.limit(figureText(episode.limit, episode))];
  if (usual === null) return limit.join('');
  return [words.usually(figureText(usual, episode)), ...limit].join(', ');
}

/** `18 to 20 Nov`: the days of a figure. */
export function windowText(window: AlertEpisode['window']): string {
  if (window === null) return '';
  const { from, to } = window;
  if (from === to) return dayText(from);
  return from.slice(0, 7) === to.slice(0, 7)
    ? words.days(String(Number(from.slice(8))), dayText(to))
    : words.days(dayText(from), dayText(to));
}

const days = dateForm({ timeZone: 'UTC', day: 'numeric', month: 'short' });
export const dayText = (day: string): string => days(new Date(`${day}T00:00:00Z`));

const minuteMs = 60_000;

/** `42 min`, `7 h 42 min`, `3 days`. */
export function spanText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return words.spanDays(Math.floor(hours / 24));
  const rest = minutes % 60;
  if (hours === 0) return words.spanMinutes(rest);
  return rest === 0 ? words.spanHours(hours) : `${words.spanHours(hours)} ${words.spanMinutes(rest)}`;
}

/** `21 Nov, 09:00` in a time zone. */
export function momentText(instant: string, timeZone: string): string {
  return dateForm({ timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })(new Date(instant));
}

/** What is open, taken, snoozed and on, in one line. */
export function summaryText(alerts: readonly Alert[], open: readonly AlertEpisode[], now: number): string {
  const taken = open.filter(({ acknowledged }) => acknowledged !== null).length;
  const snoozed = alerts.filter(({ snoozed_until }) => isSnoozed(snoozed_until, now)).length;
  const on = alerts.filter((alert) => alert.on).length;
  return [
    taken === 0 ? words.open(open.length) : words.openTaken(open.length, taken),
    ...(snoozed === 0 ? [] : [words.snoozedCount(snoozed)]),
    words.onCount(on, alerts.length),
  ].join(' · ');
}

export const isSnoozed = (until: string | null, now: number): until is string =>
  until !== null && Date.parse(until) > now;
