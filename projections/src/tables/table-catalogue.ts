import type { TableRows } from '../../schema/table-rows.ts';

export type TableName = keyof TableRows;

/** Rows that mean nothing may leave columns out, which the engine fills with zeros: removed ones, and purchases without money. */
interface MeaninglessRows {
  cohort_subscription_v1: { readonly is_removed: true };
  cohort_charge_v1: { readonly is_removed: true };
  subscription_current_v1: { readonly kind: 'none' };
  charge_v1: { readonly kind: 'none' };
}

/** A row of a table, with the columns of the table's file in `schema/`. */
export type RowOf<Name extends TableName> =
  | TableRows[Name]
  | (Name extends keyof MeaninglessRows ? Partial<TableRows[Name]> & MeaninglessRows[Name] : never);

/** A row for one table. */
export interface RowFor<Name extends TableName> {
  readonly table: Name;
  readonly row: RowOf<Name>;
}
export type TableRow = { readonly [Name in TableName]: RowFor<Name> }[TableName];

/** What the runner and a rebuild must know of a table beyond its file in `schema/`. */
interface TableDescription<Name extends TableName> {
  readonly name: Name;
  /** The sorting key, which is the identity of a row. */
  readonly key: readonly (keyof TableRows[Name] & string)[];
  /** Column whose month is the partition; absent for tables in one piece. */
  readonly monthOf?: keyof TableRows[Name] & string;
  /** Many events of a batch write the same row and only the last one matters. */
  readonly collapses?: true;
  /** Rows whose `is_removed` is set mean nothing: what they said is not there, or at another place. */
  readonly marksRemoved?: true;
  /** The projection that writes the table; `null` for tables of the runner itself, which are no function of the log. */
  readonly projection: string | null;
}
export type TableInfo = { readonly [Name in TableName]: TableDescription<Name> }[TableName];

/** Every table, in the order of the files. */
export const tableCatalogue: readonly TableInfo[] = [
  { name: 'projection_checkpoint_v1', key: ['projection_name', 'state'], projection: null },
  {
    name: 'ads_performance_per_day_v1',
    projection: 'ads-performance',
    key: ['application_id', 'org_id', 'level', 'campaign_id', 'ad_group_id', 'day', 'keyword_id', 'country'],
    monthOf: 'day',
  },
  { name: 'campaign_current_v1', projection: 'ad-structure', key: ['org_id', 'campaign_id'] },
  { name: 'ad_group_current_v1', projection: 'ad-structure', key: ['org_id', 'campaign_id', 'ad_group_id'] },
  {
    name: 'keyword_current_v1',
    projection: 'ad-structure',
    key: ['org_id', 'campaign_id', 'ad_group_id', 'keyword_id'],
  },
  { name: 'exchange_rate_per_day_v1', projection: 'exchange-rate', key: ['currency', 'day'] },
  {
    name: 'source_freshness_v1',
    projection: 'source-freshness',
    key: ['application_id', 'org_id', 'source'],
    collapses: true,
  },
  { name: 'install_current_v1', projection: 'cohort', key: ['application_id', 'install_id'] },
  {
    name: 'store_notification_v1',
    projection: 'cohort',
    key: ['application_id', 'original_transaction_id', 'notification_id'],
  },
  {
    name: 'transaction_link_v1',
    projection: 'cohort',
    key: ['application_id', 'original_transaction_id', 'log_position'],
  },
  {
    name: 'install_transaction_v1',
    projection: 'cohort',
    key: ['application_id', 'install_key', 'original_transaction_id'],
  },
  { name: 'subscription_current_v1', projection: 'cohort', key: ['application_id', 'original_transaction_id'] },
  { name: 'charge_v1', projection: 'cohort', key: ['application_id', 'original_transaction_id', 'transaction_id'] },
  {
    name: 'product_price_per_day_v1',
    projection: 'product-price',
    key: ['application_id', 'product_id', 'storefront', 'kind', 'day'],
  },
  { name: 'subscription_line_v1', projection: 'cohort', key: ['application_id', 'original_transaction_id', 'line'] },
  {
    name: 'ads_coverage_v1',
    projection: 'ads-coverage',
    key: ['application_id', 'org_id', 'from_day'],
    collapses: true,
  },
  {
    name: 'prediction_model_v1',
    projection: 'prediction-model',
    key: ['application_id', 'product_id', 'as_of'],
    collapses: true,
  },
  {
    name: 'prediction_curve_v1',
    projection: 'prediction-model',
    key: ['application_id', 'product_id', 'as_of', 'country'],
    collapses: true,
  },
  {
    name: 'ads_performance_per_month_v1',
    projection: 'ads-months',
    key: ['application_id', 'org_id', 'campaign_id', 'month', 'country'],
  },
  {
    name: 'search_term_per_day_v1',
    projection: 'search-terms',
    key: ['application_id', 'org_id', 'campaign_id', 'ad_group_id', 'keyword_id', 'day', 'text', 'source', 'country'],
    monthOf: 'day',
  },
  {
    name: 'impression_share_per_day_v1',
    projection: 'impression-share',
    key: ['application_id', 'org_id', 'country', 'search_term', 'day'],
    monthOf: 'day',
  },
  {
    name: 'store_sales_per_day_v1',
    projection: 'store-sales',
    key: [
      'application_id',
      'day',
      'country',
      'kind',
      'product_id',
      'device',
      'store_item_id',
      'order_kind',
      'proceeds_currency',
      'price_currency',
    ],
  },
  {
    name: 'store_subscriptions_per_day_v1',
    projection: 'store-sales',
    key: ['application_id', 'day', 'country', 'device', 'store_item_id'],
  },
  { name: 'store_set_aside_per_day_v1', projection: 'store-sales', key: ['application_id', 'day', 'report', 'reason'] },
  { name: 'store_day_pending_v1', projection: 'store-sales', key: ['application_id', 'day'] },
  {
    name: 'figures_pulled_v1',
    projection: 'figures-pulled',
    key: ['application_id', 'org_id', 'day', 'campaign_id', 'country', 'slot'],
    monthOf: 'day',
    collapses: true,
  },
  {
    name: 'settings_seen_v1',
    projection: 'settings-seen',
    key: ['org_id', 'campaign_id', 'level', 'ad_group_id', 'keyword_id', 'log_position'],
  },
  {
    name: 'setting_actor_v1',
    projection: 'settings-seen',
    key: ['org_id', 'campaign_id', 'level', 'ad_group_id', 'keyword_id', 'field', 'observed_at'],
  },
  {
    name: 'setting_change_v1',
    projection: 'setting-change',
    key: ['org_id', 'campaign_id', 'level', 'ad_group_id', 'keyword_id', 'log_position'],
  },
  {
    name: 'setting_sent_v1',
    projection: 'setting-change',
    key: ['campaign_id', 'level', 'ad_group_id', 'keyword_id', 'field', 'log_position'],
  },
  { name: 'parked_stream_v1', key: ['projection_name', 'stream'], projection: null },
  { name: 'projection_swap_v1', key: ['projection_name'], projection: null },
  { name: 'projection_complete_v1', key: ['projection_name'], projection: null },
  {
    name: 'search_term_total_v1',
    projection: 'term-totals',
    key: ['application_id', 'org_id', 'campaign_id', 'ad_group_id', 'keyword_id', 'text'],
  },
  {
    name: 'search_term_snapshot_v1',
    projection: 'term-totals',
    key: ['application_id', 'org_id', 'campaign_id'],
    collapses: true,
  },
  {
    name: 'ad_performance_per_day_v1',
    projection: 'ad-performance',
    key: ['application_id', 'org_id', 'campaign_id', 'day', 'ad_group_id', 'ad_id', 'creative_id', 'country'],
    monthOf: 'day',
  },
  {
    name: 'webhook_delivery_v1',
    projection: 'webhook-deliveries',
    key: ['application_id', 'created_at', 'delivery_id'],
    collapses: true,
  },
  {
    name: 'webhook_attempt_v1',
    projection: 'webhook-deliveries',
    key: ['application_id', 'delivery_id', 'attempted_at', 'log_position'],
  },
  {
    name: 'source_problem_v1',
    projection: 'source-problems',
    key: ['application_id', 'org_id', 'subject'],
    collapses: true,
  },
  { name: 'first_answer_v1', projection: 'first-answers', key: ['application_id', 'install_id'] },
  { name: 'usage_event_v1', projection: 'usage', key: ['day', 'name', 'log_position', 'place'], monthOf: 'day' },
  { name: 'cohort_install_v1', projection: 'cohort', key: ['application_id', 'first_launch_at', 'install_key'] },
  {
    name: 'cohort_subscription_v1',
    projection: 'cohort',
    key: ['application_id', 'first_launch_at', 'subscription_key'],
    marksRemoved: true,
  },
  {
    name: 'cohort_charge_v1',
    projection: 'cohort',
    key: ['application_id', 'first_launch_at', 'charge_key'],
    marksRemoved: true,
  },
  { name: 'sdk_install_v1', projection: 'sdk-installs', key: ['application_id', 'received_at', 'install_id'] },
  {
    name: 'sdk_refusal_v1',
    projection: 'sdk-refusals',
    key: ['application_id', 'counted_at', 'sdk_version', 'log_position'],
  },
  { name: 'label_current_v1', projection: 'labels', key: ['application_id', 'label_id'] },
  {
    name: 'label_object_v1',
    projection: 'labels',
    key: ['application_id', 'org_id', 'campaign_id', 'ad_group_id', 'keyword_id', 'label_id'],
  },
];

const tablesByName: ReadonlyMap<string, TableInfo> = new Map(tableCatalogue.map((table) => [table.name, table]));

/** @throws RangeError for a name that is no table. */
export function tableOf(name: string): TableInfo {
  const table = tablesByName.get(name);
  if (table === undefined) throw new RangeError(`No table is called ${name}`);
  return table;
}

/** Names of all projections, in the order of their first tables. */
export const projectionNames: readonly string[] = [
  ...new Set(tableCatalogue.flatMap(({ projection }) => projection ?? [])),
];

/** The tables a projection writes; they are complete, rebuilt and swapped together. */
export const tablesOf = (projection: string): readonly TableInfo[] =>
  tableCatalogue.filter((table) => table.projection === projection);
