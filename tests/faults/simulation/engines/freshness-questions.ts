import { type Row, type TableQuestion, text, whole } from './table-question.ts';

/** What a reading for rules asks beside figures: up to where the tables are complete and when each source was asked last. There are no rates. */
export const freshnessQuestions: readonly TableQuestion[] = [
  {
    from: 'projection_checkpoint_v1',
    having: 'AS section',
    columns: [text('section'), text('name'), text('position'), whole('fresh_ms'), text('note')],
    rowsOf: (rows) =>
      rows
        .filter(({ state }) => state === 'done')
        .map(({ projection_name: name, log_position }): Row => {
          const position = String(log_position);
          return { section: 'checkpoint', name, position, fresh_ms: 0, note: '' };
        }),
  },
  {
    from: 'source_freshness_v1',
    having: 'AS heard_ms',
    columns: [text('source'), whole('heard_ms')],
    rowsOf: (rows) => rows.map(({ source, fresh_at: heard_ms }) => ({ source, heard_ms })),
  },
  {
    from: 'ads_coverage_v1',
    columns: [text('first'), text('last')],
    rowsOf: (rows, { from }) =>
      rows
        .filter(({ to_day }) => String(to_day) >= String(from))
        .map(({ from_day, to_day }) => ({ first: String(from_day), last: String(to_day) })),
  },
  // What changed before an incident is left out of it.
  { from: 'campaign_current_v1', having: 'AS shown_name', columns: [text('level')], rowsOf: () => [] },
  { from: 'exchange_rate_per_day_v1', columns: [], rowsOf: () => [] },
];
