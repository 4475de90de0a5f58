import { type Params, type Row, type TableQuestion, text, whole } from './table-question.ts';

const ofApplication = (rows: readonly Row[], { application_id }: Params): Row[] =>
  rows.filter((row) => String(row.application_id) === String(application_id));

const withKey = (rows: readonly Row[], params: Params, column: string): Row[] => {
  const keys = new Set(params.keys as readonly string[]);
  return ofApplication(rows, params).filter((row) => keys.has(String(row[column])));
};

const positions = (row: Row): Row => ({ ...row, log_position: String(row.log_position) });

/** What the projection of users looks up of installs, notifications and links, and that of models of built-in ones. */
export const cohortQuestions: readonly TableQuestion[] = [
  {
    from: 'install_current_v1',
    columns: [
      ...['application_id', 'org_id', 'campaign_id', 'ad_group_id', 'keyword_id', 'ad_id'].map(whole),
      ...['install_id', 'state', 'country', 'claim_type', 'custom_product_page', 'device_class'].map(text),
      ...['reported_position', 'log_position'].map(text),
      ...['first_launch_at', 'recorded_at'].map(whole),
    ],
    rowsOf: (rows, params) =>
      withKey(rows, params, 'install_id').map((row) => ({
        ...positions(row),
        reported_position: String(row.reported_position),
      })),
  },
  {
    from: 'install_transaction_v1',
    columns: [whole('application_id'), text('id')],
    rowsOf: (rows, params) =>
      withKey(rows, params, 'install_key').map(({ application_id, original_transaction_id: id }) => ({
        application_id,
        id,
      })),
  },
  {
    from: 'store_notification_v1',
    columns: [
      whole('application_id'),
      ...['original_transaction_id', 'notification', 'log_position'].map(text),
      whole('recorded_at'),
    ],
    rowsOf: (rows, params) => withKey(rows, params, 'original_transaction_id').map(positions),
  },
  {
    from: 'transaction_link_v1',
    columns: [
      whole('application_id'),
      ...['original_transaction_id', 'link', 'log_position'].map(text),
      whole('recorded_at'),
    ],
    rowsOf: (rows, params) => withKey(rows, params, 'original_transaction_id').map(positions),
  },
  {
    from: 'prediction_model_v1',
    columns: [
      whole('application_id'),
      text('product_id'),
      whole('as_of_ms'),
      { name: 'period_days', type: 'Float64' },
      { name: 'intro_hours', type: 'Nullable(Float64)' },
    ],
    rowsOf: (rows, params, current) => {
      const keyOf = (row: Row): string =>
        [row.application_id, row.product_id, row.as_of, row.log_position].map(String).join(' ');
      const withCurve = new Set(current('prediction_curve_v1').map(keyOf));
      const applications = new Set((params.applications as readonly unknown[]).map(String));
      return rows
        .filter((row) => applications.has(String(row.application_id)) && Number(row.as_of) <= Number(params.until_ms))
        .filter((row) => withCurve.has(keyOf(row)))
        .map((row) => ({ ...row, as_of_ms: row.as_of }));
    },
  },
];
