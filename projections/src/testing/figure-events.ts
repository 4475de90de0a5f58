import type { DownloadName, Downloads } from '@tapwise/domain';
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

/** Installs by kind: of every three one is by a person who had the app before; and orders before the release. */
export function downloadsOfFigure({
  taps,
  tapInstalls,
  viewInstalls,
}: Pick<Figure, 'taps' | 'tapInstalls' | 'viewInstalls'>) {
  const tap_redownloads = Math.floor(tapInstalls / 3);
  const view_redownloads = Math.floor(viewInstalls / 3);
  return {
    tap_new_downloads: tapInstalls - tap_redownloads,
    view_new_downloads: viewInstalls - view_redownloads,
    tap_redownloads,
    view_redownloads,
    tap_pre_orders: taps % 4,
    view_pre_orders: taps % 3,
  };
}

/** Counts as events have them: without those of 0. */
export const withoutZeros = (downloads: Record<DownloadName, number>): Downloads =>
  Object.fromEntries(Object.entries(downloads).filter(([, count]) => count > 0));

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
        ? [figures(level, figure.campaignId, figure.day, [{ ...asEvent(row), taps: 1, spend_micros: 5 }])]
        : []),
      figures(level, figure.campaignId, figure.day, [asEvent(row)]),
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
  downloads: downloadsOfFigure({ taps: 0, tapInstalls: 0, viewInstalls: 0 }),
};
const asEvent = (row: ReportedRow) => ({ ...row, downloads: withoutZeros(row.downloads) });
type ReportedRow = typeof nothingReported;

function added(row: ReportedRow, figure: Figure): ReportedRow {
  return {
    ...row,
    impressions: row.impressions + figure.impressions,
    taps: row.taps + figure.taps,
    tap_installs: row.tap_installs + figure.tapInstalls,
    view_installs: row.view_installs + figure.viewInstalls,
    spend_micros: row.spend_micros + figure.spendMicros,
    downloads: sumOfBoth(row.downloads, downloadsOfFigure(figure)),
  };
}

const sumOfBoth = (left: Record<DownloadName, number>, right: Record<DownloadName, number>) => ({
  tap_new_downloads: left.tap_new_downloads + right.tap_new_downloads,
  view_new_downloads: left.view_new_downloads + right.view_new_downloads,
  tap_redownloads: left.tap_redownloads + right.tap_redownloads,
  view_redownloads: left.view_redownloads + right.view_redownloads,
  tap_pre_orders: left.tap_pre_orders + right.tap_pre_orders,
  view_pre_orders: left.view_pre_orders + right.view_pre_orders,
});
