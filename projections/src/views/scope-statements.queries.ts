import { adsViews } from './ads-views.queries.ts';
import { stateViews } from './state-views.queries.ts';
import { type RowFilter, tableDecisions } from './table-decisions.ts';
import { userViews } from './user-views.queries.ts';
import { idList, literal } from './view-expressions.queries.ts';
import type { ViewDefinition, ViewScope } from './view-scope.ts';

export const analystViews: readonly ViewDefinition[] = [...adsViews, ...userViews, ...stateViews];

/** Who reads: the engine's user, and the digest (SHA-256, hexadecimal) of its password. */
export interface ScopeUser {
  readonly name: string;
  readonly passwordHash: string;
}

/** Limits of every statement of an analyst. */
export interface StatementLimits {
  readonly seconds: number;
}

/**
 * The statements that give a user the views of a scope and nothing else, in ClickHouse's own words. The views run with the rights of
 * a reader, as whom no one can log in and whose rows are cut down by numbers alone.
 */
export function scopeStatements(scope: ViewScope, user: ScopeUser, limits: StatementLimits): string[] {
  const reader = `${user.name}_reader`;
  const sources = sourceFilters(scope);
  return [
    `CREATE USER OR REPLACE ${reader} HOST NONE`,
    ...sources.flatMap(({ table, filter }) => [
      `CREATE ROW POLICY OR REPLACE ${reader} ON ${scope.tables}.${table} AS RESTRICTIVE FOR SELECT USING ${filter} TO ${reader}`,
      `GRANT SELECT ON ${scope.tables}.${table} TO ${reader}`,
    ]),
    ...analystViews.map((view) => viewStatement(scope, view, reader)),
    `CREATE USER OR REPLACE ${user.name} IDENTIFIED WITH sha256_hash BY '${user.passwordHash}'`,
    `CREATE SETTINGS PROFILE OR REPLACE ${user.name} SETTINGS ${profile(limits)} TO ${user.name}`,
    `GRANT SELECT ON ${scope.database}.* TO ${user.name}`,
  ];
}

/** Ends what `scopeStatements` gave. */
export const endScopeStatements = (user: string): string[] => [
  `DROP USER IF EXISTS ${user}`,
  `DROP USER IF EXISTS ${user}_reader`,
];

/** The readable tables with the row filter of each in a scope. */
export function sourceFilters(scope: ViewScope): { table: string; filter: string }[] {
  const applications = scope.applications.map(({ application_id }) => application_id);
  const organizations = `org_id IN (${idList([...new Set(scope.applications.flatMap(({ org_ids }) => org_ids))])})`;
  const filters: Record<RowFilter, string> = {
    application: `application_id IN (${idList(applications)})`,
    application_or_all: `application_id IN (${['0', ...applications.map(String)].join(', ')})`,
    campaign: `${organizations} AND adam_id IN (${idList(scope.applications.map(({ adam_id }) => adam_id))})`,
    organization: organizations,
    every_row: '1',
  };
  return Object.entries(tableDecisions).flatMap(([table, decision]) =>
    'filter' in decision ? [{ table, filter: filters[decision.filter] }] : [],
  );
}

function viewStatement(scope: ViewScope, view: ViewDefinition, reader: string): string {
  const columns = view.columns.map(([name, type, comment]) => `${name} ${type} COMMENT ${literal(comment)}`).join(', ');
  return `CREATE OR REPLACE VIEW ${scope.database}.${view.name} (${columns}) DEFINER = ${reader} SQL SECURITY DEFINER AS ${view.select(scope)} COMMENT ${literal(view.comment)}`;
}

const constant: Readonly<Record<string, number>> = {
  max_memory_usage: 600_000_000,
  max_bytes_before_external_group_by: 0,
  max_bytes_before_external_sort: 0,
  max_rows_to_read: 500_000_000,
  max_threads: 1,
  max_ast_depth: 1_000,
  max_parser_depth: 1_000,
  max_ast_elements: 20_000,
  max_expanded_ast_elements: 100_000,
  max_query_size: 4_000_000,
  allow_ddl: 0,
  allow_introspection_functions: 0,
  function_sleep_max_microseconds_per_block: 1,
  use_query_condition_cache: 0,
};

function profile({ seconds }: StatementLimits): string {
  const lowered = { max_execution_time: seconds, max_result_rows: 1_000_000, max_result_bytes: 268_435_456 };
  return [
    ...Object.entries(lowered).map(([name, value]) => `${name} = ${value} MAX ${value}`),
    ...Object.entries(constant).map(([name, value]) => `${name} = ${value} CONST`),
  ].join(', ');
}
