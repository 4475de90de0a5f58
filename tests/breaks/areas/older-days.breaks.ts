import type { Break } from '../break.ts';

const olderDays = 'domain/src/campaigns/ads-report/older-days';
const loadedDaysSpec = 'projections/src/reading/reports/loaded-days.int.spec.ts';

/** Days that are older than those the ad service gives: which of days and months count. */
export const olderDaysBreaks: readonly Break[] = [
  {
    what: 'days that are loaded twice count twice',
    file: `${olderDays}/days-loaded.decider.ts`,
    find: 'if (last === undefined || addDays(last.to_day, 1) < span.from_day) joined.push(span);',
    replace: "if (last === undefined || last.to_day !== '') joined.push(span);",
    specs: [`${olderDays}/days-loaded.decider.unit.spec.ts`],
  },
  {
    what: 'days count instead of the month that they are of, which says something else',
    file: 'projections/src/reading/reports/facts/ads-side.ts',
    find: '? await wholeMonths(client, params, signal) : [];',
    replace: '? (await wholeMonths(client, params, signal)).slice(0, 0) : [];',
    specs: [loadedDaysSpec],
  },
  {
    what: 'a month counts instead of its days although it was taken back',
    file: 'projections/src/tables/counted-month.queries.ts',
    find: '(spend_micros != 0 OR',
    replace: '(spend_micros >= 0 OR',
    specs: [loadedDaysSpec],
  },
  {
    what: 'days take the place of a month that says something else',
    file: `${olderDays}/month-by-days.ts`,
    find: 'Math.abs(month.micros - days.micros) <= aCent',
    replace: 'Math.abs(month.micros - days.micros) <= aCent * 1e9',
    specs: [`${olderDays}/days-loaded.decider.unit.spec.ts`],
  },
];
