import { ruleMetricOf } from '../../../campaigns/custom-rule/definition/rule-metrics.ts';
import type { DaySource } from '../../../campaigns/custom-rule/evaluation/evaluation-data.ts';
import { completeDays } from '../../../campaigns/custom-rule/numbers/complete-days.ts';
import type { MetricName } from '../../metrics/metric-catalogue.ts';
import type { IncompleteSource } from '../send/report-send.state.ts';
import type { ReportAges } from './report-receipt.ts';
import { incompleteSources } from './report-texts.ts';

type Source = IncompleteSource['source'];
const sources: readonly Source[] = ['ads', 'people', 'predictions', 'search_terms'];

/** Sources that the figures of these columns come from. */
function sourcesOfColumns(columns: readonly MetricName[]): ReadonlySet<Source> {
  const used = new Set(columns.flatMap((name) => ruleMetricOf(name)?.source ?? []));
  return new Set(sources.filter((source) => used.has(source)));
}

export interface CompletenessQuestion {
  readonly asOf: ReportAges;
  /** Milliseconds. */
  readonly now: number;
  /** IANA name of the organization's zone. */
  readonly zone: string;
  readonly columns: readonly MetricName[];
  /** The last day of the report. */
  readonly last: string;
  /** Hours past a day's end from which a pull completes it. */
  readonly completeAfterHours: number;
}

/**
 * Sources of these columns that are not complete for the last day of a report. One that was never integrated holds nothing back.
 */
export function incompleteOf(question: CompletenessQuestion): IncompleteSource[] {
  const { asOf, now, zone, columns, last, completeAfterHours } = question;
  const hasPeople = asOf.sdk !== null || asOf.store !== null;
  const used = sourcesOfColumns(columns);
  const held = new Set([...used].filter((source) => source !== 'search_terms' && (source === 'ads' || hasPeople)));
  const days = completeDays(
    {
      asOf: now,
      zone,
      completeAfterHours,
      pulls: asOf.ads === null ? [] : [Date.parse(asOf.ads)],
      peopleUntil: hasPeople ? now : null,
      pendingShare: new Map(),
      modelsFittedAt: hasPeople ? now : null,
      termDays: null,
      shareDay: null,
    },
    new Set<DaySource>(held),
  );
  return incompleteSources(days, held, last);
}
