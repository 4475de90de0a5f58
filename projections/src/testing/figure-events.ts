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
    { level: 'campaign', keyOf: (figure: Figure) => ({ ad_group_id: 0, keyword_id: 0, skip: figure.day === '' }) },
    { level: 'ad_group', keyOf: (figure: Figure) => ({ ad_group_id: figure.adGroupId, keyword_id: 0, skip: false }) },
    {
      level: 'keyword',
      keyOf: (figure: Figure) => ({
        ad_group_id: figure.adGroupId,
        keyword_id: figure.keywordId ?? 0,
        skip: figure.keywordId === null,
      }),
    },
  ] as const;
  return levels.flatMap(({ level, keyOf }) => {
    const rows = new Map<string, { figure: Figure; row: ReportedRow }>();
    for (const figure of made) {
      const { skip, ...ids } = keyOf(figure);
      if (skip) continue;
      const key = [figure.day, figure.campaignId, ids.ad_group_id, ids.keyword_id, figure.country].join(' ');
      const existing = rows.get(key)?.row ?? { ...nothingReported, ...ids, country: figure.country };
      rows.set(key, { figure, row: added(existing, figure) });
    }
    return [...rows.values()].flatMap(({ figure, row }) => [
      ...(random.next() < 0.3
        ? [figures(level, figure.campaignId, figure.day, [{ ...row, taps: 1, spend_micros: 5 }])]
        : []),
      figures(level, figure.campaignId, figure.day, [row]),
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

function added(row: ReportedRow, figure: Figure): ReportedRow {
  return {
    ...row,
    impressions: row.impressions + figure.impressions,
    taps: row.taps + figure.taps,
    tap_installs: row.tap_installs + figure.tapInstalls,
    view_installs: row.view_installs + figure.viewInstalls,
    spend_micros: row.spend_micros + figure.spendMicros,
  };
}
