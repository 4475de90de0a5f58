import { cityOfZone, formatDay } from '../../../../shared/calendar/day-texts.ts';
import { dateForm } from '../../../../shared/format/date-forms.ts';
import type { Cadence, ReportSchedule, ReportSendRow, ScheduledView } from '../api/report-schedule-types.ts';
import { scheduledReportMessages as words } from '../messages.ts';
import { isRange } from './draft/report-draft.ts';
import { labelOfTab } from './draft/scheduled-view.ts';

/** "Keywords, Full report, US". */
export function viewText(view: ScheduledView): string {
  const { country, status, labels } = view.filters;
  const columns = labelOfTab(view.tab) ?? words.chosenColumns(view.columns?.length ?? 0);
  return [
    words.levels[view.call],
    columns,
    ...(country === 'all' ? [] : [country.replaceAll(',', ' ')]),
    ...(status === 'active' || status === 'paused' ? [words.statuses[status]] : []),
    ...(labels === undefined ? [] : [words.labels(labels.split(',').length)]),
  ].join(', ');
}

/** "last week". */
export const rangeName = (range: string): string => (isRange(range) ? words.ranges[range].toLowerCase() : range);

/** "Mondays 08:00", "Mon, Thu 08:00", "2nd, 07:30". */
export function cadenceText({ every, weekdays, day, time }: Cadence): string {
  if (every === 'month') {
    return words.cadence.monthly(typeof day === 'number' ? ordinal(day) : words.cadence.lastDay, time);
  }
  const days = (weekdays ?? []).toSorted((left, right) => left - right);
  if (every === 'day' || days.length === 7) return words.cadence.daily(time);
  if (days.join() === '1,2,3,4,5') return words.cadence.workdays(time);
  const names = days.map((weekday) => words.weekdays[weekday - 1] ?? '');
  return names.length === 1
    ? `${names.join()}s ${time}`
    : `${names.map((name) => name.slice(0, 3)).join(', ')} ${time}`;
}

function ordinal(day: number): string {
  const { [new Intl.PluralRules('en', { type: 'ordinal' }).select(day)]: ending = 'th' } = endings;
  return `${day}${ending}`;
}
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "Berlin, next 23 Nov". @param now milliseconds */
export function nextText({ status, cadence, next_at, last }: ReportSchedule, now: number): string {
  const city = cityOfZone(cadence.zone);
  if (status === 'paused') return words.paused;
  if (last?.state === 'waiting' || next_at === null || Date.parse(next_at) <= now) return words.due(city);
  const day = dayIn(cadence.zone, next_at);
  if (day === dayIn(cadence.zone, now)) return words.next(city, words.nextDays.today);
  return words.next(city, day === dayIn(cadence.zone, now + 86_400_000) ? words.nextDays.tomorrow : day);
}

/** "23 Nov" in a time zone. @param instant ISO 8601, or milliseconds */
export const dayIn = (timeZone: string, instant: string | number): string =>
  dateForm({ timeZone, day: 'numeric', month: 'short' })(new Date(instant));

/** "16 Nov, 08:00" in a time zone. */
export const instantIn = (timeZone: string, instant: string): string =>
  dateForm({ timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })(new Date(instant));

/** "9 to 15 Nov"; the year of days of another year. */
export function rangeText({ from, to }: Pick<ReportSendRow, 'from' | 'to'>, today: string): string {
  if (from === to) return formatDay(to, today);
  const first = from.slice(0, 7) === to.slice(0, 7) ? String(Number(from.slice(8))) : formatDay(from, today);
  return `${first} to ${formatDay(to, today)}`;
}

const isSource = (source: string): source is keyof typeof words.sources => source in words.sources;
export const sourceName = (source: string): string => (isSource(source) ? words.sources[source] : source);

/** "96 kB", "1.2 MB". */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** "4 sent, 1 left out", with what became of the others in the order of the answer. */
export function recipientsText({ recipients }: Pick<ReportSendRow, 'recipients'>): string {
  const states = new Set(recipients.map(({ state }) => state));
  return [...states]
    .map((state) => `${recipients.filter((recipient) => recipient.state === state).length} ${stateName(state)}`)
    .join(', ');
}
const isRecipientState = (state: string): state is keyof typeof words.sends.states => state in words.sends.states;
const stateName = (state: string): string => (isRecipientState(state) ? words.sends.states[state] : state);

/** How a send looks at its figures: what it says, and whether a person should look. */
export function dataText(send: ReportSendRow, today: string): { text: string; tone: 'plain' | 'warning' | 'bad' } {
  const { state, reason, incomplete } = send;
  if (state === 'waiting') return { text: words.sends.waiting, tone: 'plain' };
  if (state === 'skipped') return { text: reason ?? words.sends.states.skipped, tone: 'plain' };
  if (state === 'failed') return { text: reason ?? words.sends.states.failed, tone: 'bad' };
  if (incomplete.length === 0) return { text: words.sends.complete, tone: 'plain' };
  const parts = incomplete.map(({ source, until }) =>
    until === null
      ? words.sends.without(sourceName(source))
      : words.sends.incomplete(sourceName(source), formatDay(until, today)),
  );
  return { text: parts.join(', '), tone: 'warning' };
}
