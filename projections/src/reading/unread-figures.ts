import { type AdsGaps, type AdsProblem, figureNames } from '@tapwise/domain';
import { z } from 'zod';
import { converted } from './money/conversion.queries.ts';
import { moneyParams } from './money/money-params.ts';

const counts = ['impressions', 'taps', 'tap_installs'] as const;
/** The spend of a row in the currency asked for. */
const amount = 'spend';

/** What statements with `readFigures` are asked with; `org_currency` is an ISO 4217 code. */
export const figureParams = { ...moneyParams.shape, org_currency: z.string() };

/**
 * Figures of the tables with their marks, to be summed up by `readableSums`.
 * @param day Expression of type Date: spend is converted at its rate.
 */
export const readFigures = (day: string): string =>
  `${counts.join(', ')}, ${converted('spend_micros', day, 'currency')} AS ${amount}, toString(currency) AS spent_in,
    spend_micros != 0 AND currency != {org_currency:String} AS is_foreign, unread AS lost`;

const sumOf = (name: (typeof figureNames)[number], of: string = name): string =>
  `if(bitTest(groupBitAnd(lost), ${figureNames.indexOf(name)}), NULL, sum(${of})) AS ${name}`;

/** Sums of what could be read, null where nothing could; and the currencies without a rate and other than the organization's. */
export const readableSums = [
  ...counts.map((name) => sumOf(name)),
  sumOf('spend_micros', amount),
  `groupUniqArrayIf(spent_in, isNull(${amount})) AS unrated`,
  'groupUniqArrayIf(spent_in, is_foreign) AS foreign',
].join(', ');

const readable = z.number().nullable();
export const readableFigures = {
  impressions: readable,
  taps: readable,
  tap_installs: readable,
  spend_micros: readable,
  unrated: z.array(z.string()),
  foreign: z.array(z.string()),
};
/** The columns of `readableSums`. */
export const readColumns = Object.keys(readableFigures).join(', ');

interface GapRow {
  readonly unrated: readonly string[];
  readonly foreign: readonly string[];
  readonly isUnread: boolean;
}

/** What readers of such rows should know. @param problems Those of what the rows were read from. */
export function figureGaps(rows: readonly GapRow[], problems: readonly AdsProblem[]): AdsGaps {
  const names = (of: (row: GapRow) => readonly string[]): string[] => [...new Set(rows.flatMap(of))].sort();
  return {
    unrated_spend: names(({ unrated }) => unrated),
    foreign_spend: names(({ foreign }) => foreign),
    unread_figures: rows.some(({ isUnread }) => isUnread),
    ads_problems: problems,
  };
}
