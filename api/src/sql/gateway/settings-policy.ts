import { SqlError } from '../sql-error.ts';

/** Settings of a caller that the engine gets. Limits may only be lowered, which the engine's own constraints see to as well. */
const passed = new Set(
  (
    'max_execution_time max_result_rows max_result_bytes max_block_size result_overflow_mode limit offset extremes totals_mode ' +
    'join_use_nulls join_default_strictness join_any_take_last_row any_join_distinct_right_table_keys transform_null_in ' +
    'aggregate_functions_null_for_empty union_default_mode intersect_default_mode except_default_mode distinct_overflow_mode ' +
    'group_by_use_nulls prefer_column_name_to_alias session_timezone date_time_output_format date_time_input_format ' +
    'cast_string_to_dynamic_use_inference enable_http_compression http_zlib_compression_level http_wait_end_of_query ' +
    'http_response_buffer_size http_write_exception_in_output_format'
  ).split(' '),
);
/** Settings of formats, without those that name a file or a schema. */
const formatSetting =
  /^(?:output_format_|format_csv_|format_tsv_|format_json_|format_binary_|bool_true_|bool_false_)\w+$/;
const schemaSetting = /schema|template|_path|_file/;

/** What clients send without being asked, or what this side decides. */
const ignored = new Set(
  (
    'readonly final async_insert wait_for_async_insert send_progress_in_http_headers http_headers_progress_interval_ms ' +
    'cancel_http_readonly_queries_on_client_close max_threads max_memory_usage max_insert_threads log_comment log_queries role ' +
    'quota_key client_protocol_version select_sequential_consistency http_connection_timeout http_send_timeout ' +
    'http_receive_timeout connect_timeout send_timeout receive_timeout max_query_size insert_quorum wait_end_of_query ' +
    'insert_deduplicate input_format_skip_unknown_fields output_format_write_statistics add_http_cors_header http_max_field_value_size ' +
    'tcp_keep_alive_timeout idle_connection_timeout use_client_time_zone network_compression_method network_zstd_compression_level'
  ).split(' '),
);
const ignoredPattern = /^(?:allow_experimental_\w+_type|allow_suspicious_\w+|enable_\w+_type)$/;

const limits: Readonly<Record<string, number>> = {
  max_execution_time: 30,
  max_result_rows: 1_000_000,
  max_result_bytes: 268_435_456,
  max_block_size: 65_409,
};

/**
 * The settings of a statement that reach the engine.
 * @param seconds longest time of a statement.
 * @throws SqlError 164 for every other name.
 */
export function allowedSettings(requested: ReadonlyMap<string, string>, seconds: number): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [name, value] of requested) {
    if (ignored.has(name) || ignoredPattern.test(name)) continue;
    const isFormat = formatSetting.test(name) && !schemaSetting.test(name);
    if (!passed.has(name) && !isFormat) {
      throw new SqlError(164, 'READONLY', `Cannot modify '${name.slice(0, 80)}' setting in readonly mode`);
    }
    const most = name === 'max_execution_time' ? seconds : limits[name];
    kept.set(name, most === undefined ? value : lowered(value, most));
  }
  if (!kept.has('max_execution_time')) kept.set('max_execution_time', String(seconds));
  return kept;
}

/** 0 means no limit to the engine. */
function lowered(value: string, most: number): string {
  const requested = Number(value);
  return Number.isFinite(requested) && requested > 0 && requested < most ? value : String(most);
}
