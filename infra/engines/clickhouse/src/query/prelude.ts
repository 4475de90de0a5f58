import { ClickHouseError } from '../engine/clickhouse-error.ts';
import { REQUEST_NUMBER_SETTING } from '../engine/engine.ts';
import { quoteIdentifier, quoteString } from '../sql/quote.ts';
import type { QueryJob } from './query-job.ts';

/** Where the engine's defaults differ from a server's. */
const SERVER_DEFAULTS = 'implicit_select=0, allow_introspection_functions=0';

const SETTING_NAME = /^[A-Za-z0-9_.]+$/;

/**
 * The statements that prepare a connection for one query: its database, settings, parameters and number. Values are
 * quoted; `SET param_x` then unescapes the text of the address a second time, exactly as a server does.
 *
 * @param keepsReadOnly leaves `readonly` to the caller, because a connection can never be freed of it again
 * @throws ClickHouseError 115 for a name that cannot be a setting's
 */
export function prelude(job: QueryJob, keepsReadOnly: boolean): string {
  const assignments = [SERVER_DEFAULTS];
  if (!job.settings.has('log_comment')) assignments.push(`log_comment=${quoteString(job.queryId)}`);
  for (const [name, value] of job.settings) {
    if (!SETTING_NAME.test(name)) throw new ClickHouseError(115, 'UNKNOWN_SETTING', `Unknown setting '${name}'`);
    if (name === 'readonly' && !keepsReadOnly) continue;
    assignments.push(`${quoteIdentifier(name)}=${quoteString(value)}`);
  }
  assignments.push(`${REQUEST_NUMBER_SETTING}='${job.number}'`);
  for (const [name, value] of job.params) assignments.push(`${paramName(name)}=${quoteString(value)}`);
  const statements = job.database === undefined ? [] : [`USE ${quoteIdentifier(job.database)}`];
  statements.push(`SET ${assignments.join(', ')}`);
  if (keepsReadOnly && job.readOnly && !isSet(job.settings.get('readonly'))) statements.push('SET readonly=2');
  return statements.join('; ');
}

/** True for a switch that is on. */
export function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

function paramName(name: string): string {
  return quoteIdentifier(`param_${name}`);
}
