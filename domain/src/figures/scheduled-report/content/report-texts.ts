import { shortDay } from '../../../campaigns/custom-rule/numbers/complete-days.ts';
import type { DayRange } from '../../../shared/calendar/days.ts';
import { addDays, type Day } from '../../../shared/calendar/days.ts';
import type { ReportDefinition } from '../definition/report-definition.ts';
import type { IncompleteSource } from '../send/report-send.state.ts';
import { sourceNames } from './report-receipt.ts';

/** Most rows that a file may have. */
export const mostReportRows = { xlsx: 50_000, csv: 200_000, none: 200_000 } as const;

/** '15 Nov to 21 Nov 2026'. */
export function rangeText({ from, to }: DayRange): string {
  if (from === to) return `${shortDay(to)} ${to.slice(0, 4)}`;
  const year = from.slice(0, 4) === to.slice(0, 4) ? '' : ` ${from.slice(0, 4)}`;
  return `${shortDay(from)}${year} to ${shortDay(to)} ${to.slice(0, 4)}`;
}

/** The subject of the mail: no figures. */
export const reportSubject = (name: string, range: DayRange, corrected: boolean): string =>
  `${corrected ? 'Corrected: ' : ''}${name}, ${rangeText(range)}`;

/** What is said above figures that will still grow; one line for each source. */
export const incompleteLines = (incomplete: readonly IncompleteSource[]): string[] =>
  incomplete.map(({ source, until }) =>
    until === null
      ? `${sourceNames[source]} figures have not come yet.`
      : `${sourceNames[source]} figures are complete until ${shortDay(until)}; later ones will still grow.`,
  );

/** A source and up to which day it is complete, where that is not the last day of the range. */
export const incompleteSources = (
  days: Readonly<Record<IncompleteSource['source'], Day | null>>,
  used: ReadonlySet<IncompleteSource['source']>,
  last: Day,
): IncompleteSource[] =>
  [...used].flatMap((source) => {
    const until = days[source];
    return until !== null && until >= last ? [] : [{ source, until }];
  });

/** The newest day that a report which is due on a day may end with. */
export const lastReportDay = (dueOn: Day): Day => addDays(dueOn, -1);

/** `{report}-{from}-{to}.xlsx`; what cannot be in the name of a file is replaced. */
export function reportFileName(
  { name, form }: Pick<ReportDefinition, 'name' | 'form'>,
  { from, to }: DayRange,
): string | null {
  if (form.file === 'none') return null;
  const safe = name.replace(/[^\p{L}\p{N} ._()-]+/gu, '-').replace(/^[.\s-]+|[.\s-]+$/g, '');
  return `${safe === '' ? 'report' : safe}-${from}-${to}.${form.file}`;
}
