import { describe, expect, it } from 'vitest';
import type { TableRow } from '../../tables/table-catalogue.ts';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { campaign, figures } from '../../testing/sample-events.ts';
import { adStructureProjection } from '../ads/ad-structure/ad-structure.projection.ts';
import { adsReportProjection } from '../ads/ads-report/ads-report.projection.ts';
import { planInserts } from './insert-plan.ts';
import { cutAtRange, cutBatches, rowEstimate } from './log-batch.ts';
import type { EventProjection } from './projection.ts';

const rowsFrom = (projection: EventProjection, sample: readonly StreamEvent[]): TableRow[] =>
  asRecorded(sample).flatMap((recorded) => {
    const outcome = projection.project(recorded);
    return outcome.kind === 'rows' ? [...outcome.rows] : [];
  });

const events = asRecorded([campaign(1), campaign(2), campaign(3), campaign(4)]);

describe('a range that was begun before a crash', () => {
  it('is repeated with exactly its events once they are all there', () => {
    const cut = cutAtRange(events, { from: 100n, to: 120n });
    expect(cut?.repeat.map(({ position }) => position)).toEqual([100n, 110n, 120n]);
    expect(cut?.rest.map(({ position }) => position)).toEqual([130n]);
  });

  it('waits while its last event is not there', () => {
    expect(cutAtRange(events.slice(0, 2), { from: 100n, to: 120n })).toBeUndefined();
    expect(cutAtRange([], { from: 100n, to: 120n })).toBeUndefined();
  });
});

describe('a batch', () => {
  it('is cut where its rows become too many, never inside an event', () => {
    const large = asRecorded([
      figures('campaign', 1, '2026-03-01', [{}, {}, {}]),
      campaign(1),
      campaign(2),
      figures('campaign', 2, '2026-03-01', [{}, {}, {}, {}, {}, {}]),
    ]);
    expect(
      cutBatches(large, rowEstimate([adsReportProjection, adStructureProjection]), 4).map((batch) => batch.length),
    ).toEqual([2, 1, 1]);
  });

  it('gives the same tokens for the same range, one per table', () => {
    const rows = [
      ...rowsFrom(adStructureProjection, [campaign(1)]),
      ...rowsFrom(adsReportProjection, [figures('campaign', 1, '2026-03-01', [{}])]),
      ...rowsFrom(adStructureProjection, [campaign(2)]),
    ];
    expect(planInserts(rows, 'tables.v1:100-130').map(({ token, rows: { length } }) => [token, length])).toEqual([
      ['tables.v1:100-130:campaign_current_v1', 2],
      ['tables.v1:100-130:ads_performance_per_day_v1', 1],
    ]);
  });

  it('touches at most a hundred partitions with one insert', () => {
    const months = Array.from({ length: 200 }, (_, index) => {
      const month = String((index % 12) + 1).padStart(2, '0');
      return figures('campaign', 1, `${2000 + Math.floor(index / 12)}-${month}-01`, [{}]);
    });
    const inserts = planInserts(rowsFrom(adsReportProjection, months), 'r');
    expect(inserts.map((insert) => insert.rows.length)).toEqual([90, 90, 20]);
    expect(new Set(inserts.map(({ token }) => token)).size).toBe(3);
  });

  it('keeps the last row of tables that many events write', () => {
    const at = '2026-03-01T00:00:00.000Z';
    const heard = (log_position: string, source: 'sdk' | 'store'): TableRow => ({
      table: 'source_freshness_v1',
      row: { application_id: 1, org_id: 0, source, fresh_at: at, log_position, recorded_at: at },
    });
    const [insert] = planInserts([heard('1', 'sdk'), heard('2', 'store'), heard('3', 'sdk')], 'r');
    expect(insert?.rows).toMatchObject([
      { source: 'sdk', log_position: '3' },
      { source: 'store', log_position: '2' },
    ]);
  });
});
