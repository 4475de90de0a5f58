import type { Random } from './random/seeded-random.ts';
import type { StreamEvent } from './recorded-events.ts';
import { figures } from './sample-events.ts';

export interface Figure {
  readonly day: string;
  readonly campaignId: number;
  readonly adGroupId: number;
  readonly keywordId: number | null;
  readonly country: string;
  readonly impressions: number;
  readonly taps: number;
  readonly tapInstalls: number;
  readonly viewInstalls: number;
  readonly spendMicros: number;
}

/** The service reports each level for itself; some rows are restated, and only the last statement counts. */
export function figureEvents(made: readonly Figure[], random: Random): StreamEvent[] {
  const levels = [
    { level: 'campaign', keyOf: (one: Figure) => ({ ad_group_id: 0, keyword_id: 0, skip: one.day === '' }) },
    { level: 'ad_group', keyOf: (one: Figure) => ({ ad_group_id: one.adGroupId, keyword_id: 0, skip: false }) },
    {
      level: 'keyword',
      keyOf: (one: Figure) => ({
        ad_group_id: one.adGroupId,
        keyword_id: one.keywordId ?? 0,
        skip: one.keywordId === null,
      }),
    },
  ] as const;
  return levels.flatMap(({ level, keyOf }) => {
    const rows = new Map<string, { one: Figure; row: ReportedRow }>();
    for (const one of made) {
      const { skip, ...ids } = keyOf(one);
      if (skip) continue;
      const key = [one.day, one.campaignId, ids.ad_group_id, ids.keyword_id, one.country].join(' ');
      const known = rows.get(key)?.row ?? { ...nothingReported, ...ids, country: one.country };
      rows.set(key, { one, row: added(known, one) });
    }
    return [...rows.values()].flatMap(({ one, row }) => [
      ...(random.next() < 0.3 ? [figures(level, one.campaignId, one.day, [{ ...row, taps: 1, spend_micros: 5 }])] : []),
      figures(level, one.campaignId, one.day, [row]),
    ]);
  });
}

const nothingReported = {
  ad_group_id: 0,
  keyword_id: 0,
  country: '',
  impressions: 0,
  taps: 0,
  tap_installs: 0,
  view_installs: 0,
  spend_micros: 0,
};
type ReportedRow = typeof nothingReported;

function added(row: ReportedRow, one: Figure): ReportedRow {
  return {
    ...row,
    impressions: row.impressions + one.impressions,
    taps: row.taps + one.taps,
    tap_installs: row.tap_installs + one.tapInstalls,
    view_installs: row.view_installs + one.viewInstalls,
    spend_micros: row.spend_micros + one.spendMicros,
  };
}
