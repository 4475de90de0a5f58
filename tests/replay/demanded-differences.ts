/** One value of an answer that is not what it was. */
export interface Difference {
  /** Of the API, without parameters: `/api/asa/keywords`. */
  readonly call: string;
  /** Members and indexes from the top of the answer: `rows.3.status`. */
  readonly path: string;
  /** `undefined` where the answer had no such member, or has none any more. */
  readonly was: unknown;
  readonly is: unknown;
}

/** A change of the answers that was wanted. Everything else the present code answers differently is a fault. */
export interface DemandedDifference {
  readonly reason: string;
  readonly covers: (difference: Difference) => boolean;
}

const displayStatuses: readonly unknown[] = ['RUNNING', 'AD_GROUP_ON_HOLD', 'CAMPAIGN_ON_HOLD', 'PAUSED', 'DELETED'];
const isAmong = (values: readonly unknown[], value: unknown): boolean => values.includes(value);

/** An earlier warning in the present words: `2026-08-26` is `26 Aug 2026`. */
const reworded = (warning: string): string =>
  warning
    .replace('rest on little data', 'are based on little data')
    .replace('Figures of the ad service', 'Figures of Apple Ads')
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, (date) =>
      new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
    );

/** The last report of the log's makers was given before these changes. Add one entry for each further change, with its reason. */
export const demandedDifferences: readonly DemandedDifference[] = [
  {
    reason: "The status of keywords and ad groups is the ad service's display status; it was the setting.",
    covers: ({ call, path, is }) =>
      /\/(adgroups|keywords|all_campaigns_keywords)$/.test(call) &&
      /^(rows|items)\.\d+\.status$/.test(path) &&
      isAmong(displayStatuses, is),
  },
  {
    reason: 'What only an SDK can know is not known for months before its first event; it was 0.',
    covers: ({ call, path, was, is }) =>
      call.endsWith('/monthly_reports') && /^rows\.\d+\./.test(path) && typeof was === 'number' && is === null,
  },
  {
    reason: 'Warnings are worded more plainly and write dates as people do.',
    covers: ({ path, was, is }) => path === 'warning' && reworded(String(was)) === is,
  },
  {
    reason:
      'What limits the figures says of spend in other currencies, unread figures and failing pulls, none of which is in this log.',
    covers: ({ path, was, is }) =>
      /^gaps\.(foreign_spend|unread_figures|ads_problems)$/.test(path) &&
      was === undefined &&
      (is === false || JSON.stringify(is) === '[]'),
  },
  {
    reason:
      'Campaigns have a target CPA where Apple sets the bids, and all rows say whether it does; it does nowhere in this log.',
    covers: ({ path, was, is }) =>
      (/^(rows|items)\.\d+\.target_cpa$/.test(path) && was === undefined && is === null) ||
      (/^(rows|items)\.\d+\.bids_set_by_apple$/.test(path) && was === undefined && isAmong([false, null], is)),
  },
  {
    reason: 'Rows of objects have labels; there is none in this log.',
    covers: ({ path, was, is }) => /^rows\.\d+\.labels$/.test(path) && was === undefined && JSON.stringify(is) === '[]',
  },
  {
    reason:
      'New downloads, redownloads, pre-orders and the share of all slots are columns; this log holds none of them.',
    covers: ({ path, was, is }) =>
      was === undefined &&
      (path === 'gaps.lacks_downloads'
        ? is === false
        : /\.(new_downloads|redownloads|pre_orders|all_slots_impression_share)$/.test(path) &&
          (is === null || is === 0)),
  },
];

/** All values in which two answers differ; numbers that are equal to a billionth do not. */
export function differencesOf(call: string, was: unknown, is: unknown, path = ''): Difference[] {
  if (isObject(was) && isObject(is)) {
    const names = new Set([...Object.keys(was), ...Object.keys(is)]);
    return [...names].flatMap((name) =>
      differencesOf(call, was[name], is[name], path === '' ? name : `${path}.${name}`),
    );
  }
  const close = typeof was === 'number' && typeof is === 'number' && Math.abs(was - is) <= 1e-9 * Math.abs(was);
  return close || Object.is(was, is) ? [] : [{ call, path, was, is }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
