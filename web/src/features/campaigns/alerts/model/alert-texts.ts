import type { Alert, AlertChannel, AlertEpisode } from '@tapwise/contract/alerts';
import { dateForm } from '../../../../shared/format/date-forms.ts';
import { alertMessages as words } from '../messages.ts';

const instantForm = dateForm({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

export const instantText = (instant: string): string => instantForm(new Date(instant));

/** Kinds whose value and limit are shares. */
const shareKinds: ReadonlySet<Alert['kind']> = new Set(['tracking_gap', 'roas_falling']);
const amountKinds: ReadonlySet<Alert['kind']> = new Set(['spend_spike', 'budget']);

/** A value of an incident as it is shown; amounts are in the currency of the organization's settings. */
export function valueText(value: number | null, kind: Alert['kind']): string | null {
  if (value === null) return null;
  if (shareKinds.has(kind)) return `${(value * 100).toFixed(2)} %`;
  return amountKinds.has(kind) ? value.toFixed(2) : String(value);
}

/** How a channel sends: at once, in quiet hours, in a digest. */
export function channelText({ quiet, digest, problem, account_ids, kind, address }: AlertChannel): string {
  const parts = [
    kind === 'mail' ? words.people(account_ids.length) : address,
    quiet === null ? null : words.quiet(quiet.from, quiet.to),
    digest === null ? words.atOnce : words.digest(digest),
    problem,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** What is said in one line about an incident below its name. */
export const episodeLine = ({ since, text }: AlertEpisode): string => `${words.since(instantText(since))} · ${text}`;

const hourMs = 3_600_000;
export const snoozeLengths = [
  { label: words.snoozes.hour, ms: hourMs },
  { label: words.snoozes.day, ms: 24 * hourMs },
  { label: words.snoozes.week, ms: 7 * 24 * hourMs },
] as const;
