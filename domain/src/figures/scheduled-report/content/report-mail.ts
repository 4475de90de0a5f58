import { cutName, type MailBlock, type MailTable } from '../../../accounts/mail/mail-body.ts';
import type { DayRange } from '../../../shared/calendar/days.ts';
import type { SheetCell } from '../../../shared/sheet-cells.ts';
import { formatMetric } from '../../metrics/format-metric.ts';
import type { ReportDefinition } from '../definition/report-definition.ts';
import type { IncompleteSource } from '../send/report-send.state.ts';
import type { ReportColumn } from './report-columns.ts';
import { incompleteLines, rangeText, reportSubject } from './report-texts.ts';

/** What the mail of a report says before its file and its links, which differ by recipient. */
export interface ReportMail {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
}

export interface ReportMailFacts {
  readonly report: ReportDefinition;
  readonly application: string;
  readonly range: DayRange;
  readonly corrected: boolean;
  readonly incomplete: readonly IncompleteSource[];
  /** Whether there are columns that this recipient may see. */
  readonly hasFigures: boolean;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly SheetCell[])[];
  readonly totals: readonly SheetCell[];
}

const mostRows = 25;
const mostColumns = 8;

/** Totals, the first 25 rows of up to eight columns, and on top what is not complete. */
export function reportMail(facts: ReportMailFacts): ReportMail {
  const { report, range, rows, corrected } = facts;
  const subject = reportSubject(cutName(report.name), range, corrected);
  const intro = `${report.name} of ${facts.application}: ${rangeText(range)}, ${countOf(rows.length)}.`;
  const top = incompleteLines(facts.incomplete).map((text): MailBlock => ({ text }));
  if (!facts.hasFigures) return { subject, blocks: [{ text: 'This report has no columns for your role' }] };
  const blocks: MailBlock[] = [...top, { text: intro }];
  if (report.form.mail_table) {
    blocks.push({ table: tableOf(facts) });
    if (rows.length > mostRows) blocks.push({ text: `And ${rows.length - mostRows} more rows.` });
  }
  return { subject, blocks };
}

const countOf = (rows: number): string => (rows === 1 ? '1 row' : `${rows} rows`);

function tableOf({ columns, rows, totals }: ReportMailFacts): MailTable {
  const displayed = columns.slice(0, mostColumns);
  const line = (cells: readonly SheetCell[]): string[] =>
    displayed.map((column, index) => cellText(column, cells[index] ?? null));
  return {
    head: displayed.map(({ header }) => header),
    rows: [line(totals), ...rows.slice(0, mostRows).map(line)],
  };
}

function cellText({ unit, kind, currency }: ReportColumn, value: SheetCell): string {
  if (typeof value === 'string') return cutName(value);
  if (value === null) return kind === 'text' ? '' : formatMetric(null, unit);
  const text = formatMetric(value, unit);
  if (kind === 'percent') return `${text} %`;
  return kind === 'money' ? `${currency?.sign ?? ''}${text}` : text;
}
