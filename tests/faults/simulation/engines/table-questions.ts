import type { TableColumn } from '../../../../infra/adapters/src/clickhouse/native/encode-rows.ts';
import { cohortQuestions } from './cohort-questions.ts';
import { freshnessQuestions } from './freshness-questions.ts';
import { list, type Params, type Row, type TableQuestion, text, whole } from './table-question.ts';

const sums: readonly TableColumn[] = [
  whole('own_micros'),
  whole('lost'),
  text('position'),
  list('foreign_currencies', 'String'),
  list('foreign_days', 'String'),
  list('foreign_micros', 'Int64'),
];

export const tableQuestions: readonly TableQuestion[] = [
  ...freshnessQuestions,
  ...cohortQuestions,
  {
    from: 'projection_checkpoint_v1',
    columns: [text('name'), text('log_position'), whole('recorded_ms')],
    rowsOf: (rows) =>
      rows
        .filter(({ state }) => state === 'done')
        .map(({ projection_name: name, log_position, recorded_at }) => ({
          name,
          log_position: String(log_position),
          recorded_ms: recorded_at,
        })),
  },
  { from: 'projection_swap_v1', columns: [], rowsOf: () => [] },
  { from: 'parked_stream_v1', columns: [], rowsOf: () => [] },
  { from: 'projection_complete_v1', columns: [], rowsOf: () => [] },
  {
    from: 'ads_performance_per_day_v1',
    having: "level = 'keyword' AND day >= {from:Date}",
    columns: [...['campaign', 'ad_group_id', 'keyword_id', 'impressions', 'taps', 'tap_installs'].map(whole), ...sums],
    rowsOf: (rows, params) =>
      grouped(ofCampaigns(rows, params, 'keyword', params.from), ({ keyword_id }) => String(keyword_id)).map(
        (group) => ({
          campaign: group[0]?.campaign_id,
          ad_group_id: group[0]?.ad_group_id,
          keyword_id: group[0]?.keyword_id,
          impressions: sumOf(group, 'impressions'),
          taps: sumOf(group, 'taps'),
          tap_installs: sumOf(group, 'tap_installs'),
          ...summed(group),
        }),
      ),
  },
  {
    from: 'ads_performance_per_day_v1',
    having: "level = 'campaign' AND day >= {spent_from:Date}",
    columns: [whole('campaign_id'), text('on_day'), ...sums],
    rowsOf: (rows, params) =>
      grouped(
        ofCampaigns(rows, params, 'campaign', params.spent_from),
        ({ campaign_id, day }) => `${campaign_id} ${day}`,
      ).map((group) => ({ campaign_id: group[0]?.campaign_id, on_day: group[0]?.day, ...summed(group) })),
  },
];

/** Days are written as texts in order. */
const ofCampaigns = (rows: readonly Row[], params: Params, level: string, from: unknown): Row[] => {
  const ids = new Set((params.campaign_ids as readonly unknown[]).map(String));
  return rows.filter(
    (row) =>
      String(row.application_id) === String(params.application_id) &&
      String(row.org_id) === String(params.org_id) &&
      row.level === level &&
      ids.has(String(row.campaign_id)) &&
      String(row.day) >= String(from) &&
      String(row.day) <= String(params.today),
  );
};

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups.values()];
}

const sumOf = (rows: readonly Row[], column: string): number => rows.reduce((sum, row) => sum + Number(row[column]), 0);

/** All spend of the simulation is in the currency of its one organization, and all of it is known. */
const summed = (rows: readonly Row[]): Row => ({
  own_micros: sumOf(rows, 'spend_micros'),
  lost: 0,
  position: rows
    .reduce((most, row) => (BigInt(String(row.log_position)) > most ? BigInt(String(row.log_position)) : most), 0n)
    .toString(),
  foreign_currencies: [],
  foreign_days: [],
  foreign_micros: [],
});
