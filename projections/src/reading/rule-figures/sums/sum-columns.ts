import { addDays, type DayRange, startOfDayInZone } from '@tapwise/domain';
import { z } from 'zod';
import { factParams } from '../../reports/facts/fact-params.ts';

/** What sums are grouped by: an object of the ad service, or the application in the organization as a whole. */
export type SummedLevel = 'keyword' | 'ad_group' | 'campaign' | 'all';

/** Parameters of statements with one row an object and one column a time range: first and last day of each, and the instants of them. */
export const columnParams = z.object({
  ...factParams.shape,
  summed_by: z.enum(['keyword', 'ad_group', 'campaign', 'all']),
  column_from: z.array(z.string()),
  column_to: z.array(z.string()),
  /** First instant of each time range, and first one after it; milliseconds. */
  column_start_ms: z.array(z.number()),
  column_end_ms: z.array(z.number()),
});
export type ColumnParams = z.infer<typeof columnParams>;

type ColumnValues = Pick<ColumnParams, 'column_from' | 'column_to' | 'column_start_ms' | 'column_end_ms'>;

/** A time range, and for how many days after a user's first launch income counts in it; 0: for ever. */
export interface ColumnRange extends DayRange {
  readonly days: number;
}

/** Every time range once; those without a day are none. */
export class SumColumns {
  readonly ranges: ColumnRange[] = [];
  private readonly indexes = new Map<string, number>();
  private readonly zone: string;
  private computed: ColumnValues | undefined;

  /** @param zone IANA name of the organization's zone. */
  constructor(zone: string) {
    this.zone = zone;
  }

  add(range: DayRange | null, days = 0): void {
    if (range === null || range.to < range.from || this.indexOf(range, days) !== undefined) return;
    const { from, to } = range;
    this.indexes.set(keyOf(range, days), this.ranges.length);
    this.ranges.push({ from, to, days });
    this.computed = undefined;
  }

  /** Counted from 0; `undefined` for a time range that is not asked for. */
  indexOf(range: DayRange, days = 0): number | undefined {
    return this.indexes.get(keyOf(range, days));
  }

  /** As parameters of statements. */
  get values(): ColumnValues {
    this.computed ??= {
      column_from: this.ranges.map(({ from }) => from),
      column_to: this.ranges.map(({ to }) => to),
      column_start_ms: this.ranges.map(({ from }) => startOfDayInZone(from, this.zone)),
      column_end_ms: this.ranges.map(({ to }) => startOfDayInZone(addDays(to, 1), this.zone)),
    };
    return this.computed;
  }

  /** First instants of time ranges and those after them, in order: between two neighbours all instants are in the same ones. */
  get edges(): number[] {
    const { column_start_ms, column_end_ms } = this.values;
    return [...new Set([...column_start_ms, ...column_end_ms])].sort((left, right) => left - right);
  }
}

const keyOf = ({ from, to }: DayRange, days: number): string => `${from} ${to} ${days}`;

interface GroupedIds {
  /** Columns that say which object a row is about. An ad group has one campaign; two ids are grouped by faster than three. */
  readonly ids: string;
  readonly groupBy: string;
}

const grouped: Readonly<Record<SummedLevel, GroupedIds>> = {
  keyword: {
    ids: 'any(campaign_id) AS campaign, ad_group_id AS ad_group, keyword_id AS keyword',
    groupBy: 'GROUP BY ad_group_id, keyword_id',
  },
  ad_group: {
    ids: 'any(campaign_id) AS campaign, ad_group_id AS ad_group, toUInt64(0) AS keyword',
    groupBy: 'GROUP BY ad_group_id',
  },
  campaign: {
    ids: 'campaign_id AS campaign, toUInt64(0) AS ad_group, toUInt64(0) AS keyword',
    groupBy: 'GROUP BY campaign_id',
  },
  all: { ids: 'toUInt64(0) AS campaign, toUInt64(0) AS ad_group, toUInt64(0) AS keyword', groupBy: '' },
};

export const groupedBy = ({ summed_by: level }: Pick<ColumnParams, 'summed_by'>): GroupedIds => grouped[level];

/** Which object a row is about, and up to which position of the log it was written. */
export const objectRow = { campaign: z.number(), ad_group: z.number(), keyword: z.number(), position: z.string() };
/** Which object a row is about; ids of finer levels are 0. */
export interface ObjectIds {
  readonly campaign: number;
  readonly ad_group: number;
  readonly keyword: number;
}
export const newestPosition = 'toString(max(log_position)) AS position';

/** The key of an object, as units and parents have it; '' of the whole. */
export function objectKey({ campaign, ad_group, keyword }: ObjectIds, level: SummedLevel): string {
  switch (level) {
    case 'keyword':
      return `${campaign}:${ad_group}:${keyword}`;
    case 'ad_group':
      return `${campaign}:${ad_group}`;
    case 'campaign':
      return `${campaign}`;
    default:
      return '';
  }
}

/** Whether rows of an object are of a unit or a parent; users without a keyword have the keyword 0. */
export const isObject = ({ campaign, ad_group, keyword }: ObjectIds, level: SummedLevel): boolean =>
  level === 'all' || (campaign > 0 && (level === 'campaign' || ad_group > 0) && (level !== 'keyword' || keyword > 0));

const indexes = ({ column_from }: Pick<ColumnParams, 'column_from'>): number[] => column_from.map((_, index) => index);

/** Expressions that say whether a row's day is in each time range, named by `inColumn`. */
export const dayColumns = (params: ColumnParams): string =>
  indexes(params)
    .map(
      (index) =>
        `day BETWEEN ${ofColumn('column_from', 'Date', index)} AND ${ofColumn('column_to', 'Date', index)} AS ${inColumn(index)}`,
    )
    .join(', ');

/** The same of an instant in milliseconds. @param instant Expression. */
export const instantColumns = (params: ColumnParams, instant: string): string =>
  indexes(params)
    .map((index) => `${isInColumn(instant, index)} AS ${inColumn(index)}`)
    .join(', ');

export const isInColumn = (instant: string, index: number): string =>
  `${instant} >= ${ofColumn('column_start_ms', 'Int64', index)} AND ${instant} < ${ofColumn('column_end_ms', 'Int64', index)}`;

const ofColumn = (name: string, type: string, index: number): string => `{${name}:Array(${type})}[${index + 1}]`;

export const inColumn = (index: number): string => `in_${index}`;

/** An aggregate for each time range, as one array. @param aggregate Of a condition. */
export const perColumn = (params: ColumnParams, aggregate: (condition: string) => string, name: string): string =>
  `[${indexes(params)
    .map((index) => aggregate(inColumn(index)))
    .join(', ')}] AS ${name}`;
