/**
 * What tools send when they connect and list what there is, by the version that was looked at. Placeholders are filled in as the tool
 * does it. Statements that change something, and what the tools themselves expect to fail, are left out.
 */
export const toolStatements: Readonly<Record<string, readonly string[]>> = {
  // 0.11.0-rc1: the first statement of the client, which JDBC, Metabase, DBeaver and Tableau use
  'clickhouse-java': [
    'SELECT currentUser() AS user, timezone() AS timezone, version() AS version LIMIT 1',
    'SELECT 1',
    "SELECT NULL::Nullable(String) AS TABLE_CAT, t.database AS TABLE_SCHEM, t.name AS TABLE_NAME, if(t.is_temporary = 1, concat('Temporary', t.engine), t.engine) AS TABLE_TYPE, t.comment AS REMARKS, CAST(null as Nullable(String)) AS TYPE_CAT, d.engine AS TYPE_SCHEM, CAST(null as Nullable(String)) AS TYPE_NAME FROM system.tables t JOIN system.databases d ON system.tables.database = system.databases.name WHERE t.database LIKE '%' AND t.name LIKE '%' AND ( (t.engine LIKE '%View' AND t.is_temporary = 0) OR (t.engine LIKE 'System%' OR t.engine LIKE 'Async%') ) AND (t.is_temporary = 0)",
    "SELECT name AS TABLE_SCHEM, 'local' AS TABLE_CATALOG FROM system.databases ORDER BY name",
    "SELECT 'local' AS TABLE_CAT  WHERE 1 = 0",
    "SELECT arrayJoin(['TABLE', 'VIEW', 'SYSTEM TABLE']) AS TABLE_TYPE ORDER BY TABLE_TYPE",
    "SELECT '' AS TABLE_CAT, database AS TABLE_SCHEM, table AS TABLE_NAME, name AS COLUMN_NAME, toInt32(1111) AS DATA_TYPE, type AS TYPE_NAME, toInt32(multiIf(character_octet_length IS NOT NULL, character_octet_length, system.columns.type == 'Int8', 1, numeric_precision IS NOT NULL, numeric_precision, 0)) AS COLUMN_SIZE, toInt32(IF (numeric_scale == 0, NULL, numeric_scale)) as DECIMAL_DIGITS, toInt32(position(type, 'Nullable(') >= 1 ?1 : 0) as NULLABLE, system.columns.comment AS REMARKS, system.columns.default_expression AS COLUMN_DEF, character_octet_length::Nullable(Int32) AS CHAR_OCTET_LENGTH, toInt32(system.columns.position) AS ORDINAL_POSITION, position(upper(type), 'NULLABLE') >= 1 ? 'YES' : 'NO' AS IS_NULLABLE, CAST(NULL as Nullable(Int16)) AS SOURCE_DATA_TYPE, 'NO' as IS_AUTOINCREMENT FROM system.columns WHERE database LIKE '%' AND table LIKE '%' AND name LIKE '%' ORDER BY TABLE_SCHEM, TABLE_NAME, ORDINAL_POSITION",
    "SELECT NULL::Nullable(String) AS TABLE_CAT, system.tables.database AS TABLE_SCHEM, system.tables.name AS TABLE_NAME, trim(c.1) AS COLUMN_NAME, CAST(c.2 AS Int16) AS KEY_SEQ, 'PRIMARY' AS PK_NAME FROM system.tables ARRAY JOIN arrayZip(splitByChar(',', primary_key), arrayEnumerate(splitByChar(',', primary_key))) as c WHERE system.tables.primary_key <> '' AND system.tables.database ILIKE '%' AND system.tables.name ILIKE '%' ORDER BY COLUMN_NAME",
    "SELECT name AS TYPE_NAME, CAST(attrs.c2 AS Nullable(Int32)) AS PRECISION, CAST(not(dt.case_insensitive) AS Boolean) AS CASE_SENSITIVE, 3::Int16 AS SEARCHABLE, CAST( not(attrs.c3) AS Boolean) AS UNSIGNED_ATTRIBUTE, false AS AUTO_INCREMENT, if(empty(alias_to), name, alias_to) AS LOCAL_TYPE_NAME FROM system.data_type_families dt  LEFT JOIN (SELECT * FROM VALUES ( ('Int8',3,true,0,0),('String',0,false,0,0)) ) as attrs ON (dt.name = attrs.c1) WHERE alias_to == ''  ORDER BY name",
    "SELECT CAST(NULL as Nullable(String)) AS FUNCTION_CAT, CAST(name as Nullable(String)) AS FUNCTION_NAME, concat(description, '(', origin, ')') AS REMARKS, name AS SPECIFIC_NAME FROM system.functions WHERE name LIKE 'sum%'",
    "SELECT c1 as NAME, c2 as MAX_LEN, c3 as DEFAULT_VALUE, c4 as DESCRIPTION FROM VALUES (('ApplicationName', 255, '', 'Client application name.'))",
  ],
  // the driver before it, in its last sources of 0.11.0-rc1: still in older tools
  'clickhouse-jdbc': [
    "select currentUser() user, timezone() timezone, version() version, toUInt8(ifnull((select value from system.settings where name = 'readonly'), '0')) as readonly, toInt8(ifnull((select value from system.settings where name = 'throw_on_unsupported_query_inside_transaction'), '-1')) as throw_on_unsupported_query_inside_transaction, (ifnull((select value from system.settings where name = 'wait_changes_become_visible_after_commit_mode'), '')) as wait_changes_become_visible_after_commit_mode,toInt8(ifnull((select value from system.settings where name = 'implicit_transaction'), '-1')) as implicit_transaction, toUInt64(ifnull((select value from system.settings where name = 'max_insert_block_size'), '0')) as max_insert_block_size FORMAT RowBinaryWithNamesAndTypes",
    "select null as TABLE_CAT, t.database as TABLE_SCHEM, t.name as TABLE_NAME, case when t.engine like '%Log' then 'LOG TABLE' when t.engine in ('Buffer', 'Memory', 'Set') then 'MEMORY TABLE' when t.is_temporary != 0 then 'TEMPORARY TABLE' when t.engine like '%View' then 'VIEW' when empty(t.data_paths) then 'REMOTE TABLE' else 'TABLE' end as TABLE_TYPE, t.comment as REMARKS, d.engine as TYPE_SCHEM, t.engine as TYPE_NAME\nfrom system.tables t inner join system.databases d on t.database = d.name\nwhere t.database like '%' and t.name like '%' and TABLE_TYPE in ('TABLE','VIEW') order by t.database, t.name",
    'select name, alias_to from system.data_type_families order by name',
    "select * from (select null as FUNCTION_CAT, 'system' as FUNCTION_SCHEM, name as FUNCTION_NAME,\nconcat('case-', case_insensitive ? 'in' : '', 'sensitive function', is_aggregate ? ' for aggregation' : '') as REMARKS,1 as FUNCTION_TYPE, name as SPECIFIC_NAME from system.functions where name like '%' union all\nselect null as FUNCTION_CAT, 'system' as FUNCTION_SCHEM, name as FUNCTION_NAME,\n'case-sensitive table function' as REMARKS, 2 as FUNCTION_TYPE, name as SPECIFIC_NAME from system.table_functions\nwhere name not in (select name from system.functions) and name like '%') where 1\norder by FUNCTION_CAT, FUNCTION_SCHEM, FUNCTION_NAME",
  ],
  // 1.53.4 of its driver
  Metabase: [
    "SELECT value='1' FROM system.settings WHERE name='cloud_mode'",
    "SELECT count(*) > 0 FROM system.databases WHERE name = 'team_9'",
    'SELECT timezone() AS tz',
    "WITH s AS (SELECT version() AS ver, splitByChar('.', ver) AS verSplit) SELECT s.ver, toInt32(verSplit[1]), toInt32(verSplit[2]) FROM s",
    'SELECT `team_9`.`campaigns`.`campaign_id` AS `campaign_id`, `team_9`.`campaigns`.`name` AS `name` FROM `team_9`.`campaigns` LIMIT 2000',
  ],
  // 1.7.2, and its dialect of SQLAlchemy
  'clickhouse-connect': [
    'SELECT version(), timezone()',
    'SELECT name, value, readonly FROM system.settings LIMIT 10000',
    'SELECT 1 AS check',
    'SELECT currentDatabase()',
    'SHOW DATABASES',
    'EXISTS DATABASE `team_9`',
    'SHOW TABLES',
    'EXISTS TABLE `team_9`.`campaigns`',
    'DESCRIBE TABLE `team_9`.`campaigns`',
    "SELECT engine, engine_full, comment FROM system.tables WHERE database = 'team_9' AND name = 'campaigns'",
  ],
  // its engine for clickhouse-connect, 2023 to 2026 alike
  Superset: [
    'SELECT name FROM system.functions UNION ALL SELECT name FROM system.table_functions LIMIT 10000',
    'SHOW TABLES FROM `team_9`',
    "SELECT name FROM system.tables WHERE database = 'team_9' AND engine LIKE '%View'",
    'SELECT `org_id` AS `org_id`, count(*) AS `COUNT(*)` FROM `team_9`.`campaigns` GROUP BY `org_id` ORDER BY `COUNT(*)` DESC LIMIT 1000',
  ],
  // 4.20.0 of the data source
  Grafana: [
    'SELECT version()',
    'SHOW DATABASES',
    'SHOW TABLES FROM "team_9"',
    'DESC TABLE "team_9"."campaigns"',
    'SELECT name, type, table FROM system.columns',
    "SELECT name, type, table FROM system.columns WHERE database IN ('team_9') AND table = 'campaigns'",
    'SELECT name, is_aggregate, case_insensitive, alias_to, origin, description, syntax, arguments, returned_value, examples, categories FROM system.functions LIMIT 10000',
    'SELECT DISTINCT "name" FROM "team_9"."campaigns" WHERE "name" IS NOT NULL LIMIT 1000',
  ],
  // 24.2 (1.0.147 of its ClickHouse extension)
  DBeaver: [
    'SELECT name FROM system.table_engines',
    "SELECT name as TABLE_NAME, engine as TABLE_TYPE, database as TABLE_SCHEM,comment as REMARKS, * FROM system.tables\nWHERE database = 'team_9'",
    'SHOW CREATE TABLE team_9.campaigns',
    'SELECT * FROM team_9.campaigns LIMIT 0, 200',
    'SELECT * FROM system.databases',
  ],
  // 0.3.1 of the connector, over JDBC: how it reads, samples and names what it reads
  Tableau: [
    'SELECT * FROM (SELECT * FROM `team_9`.`campaigns`) AS `T` LIMIT 0',
    'SELECT SUM(1) AS `COL` FROM `team_9`.`campaigns` `campaigns` HAVING COUNT(1) > 0',
    'SELECT `campaigns`.`status` AS `status`, SUM(`campaigns`.`org_id`) AS `sum_org_id_ok` FROM `team_9`.`campaigns` `campaigns` GROUP BY `campaigns`.`status`',
    "WITH t1 AS (SELECT rowNumberInAllBlocks() AS row_id, * FROM (SELECT name FROM `team_9`.`campaigns`)) SELECT * FROM t1 WHERE less(row_id, 10) AND modulo(rand64(), 100) + randConstant() >= 0 AND CASE name WHEN 'a' THEN 1 ELSE 2 END > 0",
  ],
  // 1.5.4
  'clickhouse-odbc': [
    'SELECT 1',
    'select version()',
    "SELECT CAST(name, 'Nullable(String)') AS TABLE_CAT, CAST(NULL, 'Nullable(String)') AS TABLE_SCHEM, CAST(NULL, 'Nullable(String)') AS TABLE_NAME, CAST(NULL, 'Nullable(String)') AS TABLE_TYPE, CAST(NULL, 'Nullable(String)') AS REMARKS FROM system.databases ORDER BY TABLE_TYPE, TABLE_CAT, TABLE_SCHEM, TABLE_NAME",
    "SELECT cast(database, 'Nullable(String)') AS TABLE_CAT, cast('', 'Nullable(String)') AS TABLE_SCHEM, cast(table, 'String') AS TABLE_NAME, cast(name, 'String') AS COLUMN_NAME, cast(0, 'Int16') AS DATA_TYPE, cast(type, 'String') AS TYPE_NAME, cast(NULL, 'Nullable(Int32)') AS COLUMN_SIZE, cast(position, 'Int32') AS ORDINAL_POSITION, cast(NULL, 'Nullable(String)') AS IS_NULLABLE FROM system.columns WHERE (1 == 1) AND isNotNull(TABLE_CAT) AND coalesce(TABLE_CAT, '') == 'team_9' AND TABLE_NAME LIKE '%' ORDER BY TABLE_CAT, TABLE_SCHEM, TABLE_NAME, ORDINAL_POSITION",
    "SELECT * FROM (SELECT cast('UInt8', 'String') AS TYPE_NAME, cast(-6, 'Int16') AS DATA_TYPE, cast(NULL, 'Nullable(String)') AS LITERAL_PREFIX, cast(1, 'Nullable(Int16)') AS UNSIGNED_ATTRIBUTE UNION ALL SELECT cast('String', 'String') AS TYPE_NAME, cast(12, 'Int16') AS DATA_TYPE, cast('''', 'Nullable(String)') AS LITERAL_PREFIX, cast(NULL, 'Nullable(Int16)') AS UNSIGNED_ATTRIBUTE) ORDER BY DATA_TYPE",
  ],
  // clickhouse-odbc 1.5.4, with the brackets and aliases of its folded queries
  'Power BI': [
    "SELECT CAST(database, 'Nullable(String)') AS TABLE_CAT, CAST(NULL, 'Nullable(String)') AS TABLE_SCHEM, CAST(name, 'Nullable(String)') AS TABLE_NAME, CAST('TABLE', 'Nullable(String)') AS TABLE_TYPE, CAST(NULL, 'Nullable(String)') AS REMARKS FROM system.tables WHERE (1 == 1) AND isNotNull(TABLE_CAT) AND coalesce(TABLE_CAT, '') LIKE 'team_9' ORDER BY TABLE_TYPE, TABLE_CAT, TABLE_SCHEM, TABLE_NAME",
    'select `_`.`campaign_id` as `campaign_id`, `_`.`name` as `name` from `team_9`.`campaigns` `_` limit 4096',
    'select sum(`rows`.`org_id`) as `a0`, `rows`.`status` from (select `org_id`, `status` from `team_9`.`campaigns`) as `rows` group by `status`',
  ],
  // 1.10.1
  dbt: [
    'select name from system.databases',
    "select name, engine, comment from system.databases where name = 'team_9'",
    "with mv_sources as (select name as mv_name, database as mv_database, any(as_select) as mv_sql, any(replaceRegexpOne(create_table_query, '.*TO\\\\s+`?([^`\\\\s(]+)`?\\\\.`?([^`\\\\s(]+)`?.*', '\\\\1.\\\\2')) as target_fqn from system.tables where engine = 'MaterializedView' and create_table_query like '%TO %' group by mv_name, mv_database) select t.name as name, t.database as schema, multiIf(t.engine = 'View', 'view', 'table') as type, db.engine as db_engine, groupArrayIf(map('schema', mv_sources.mv_database, 'name', mv_sources.mv_name, 'sql', mv_sources.mv_sql), mv_sources.mv_name != '') as mvs_pointing_to_it, 0 as is_on_cluster from system.tables as t join system.databases as db on t.database = db.name left join mv_sources on mv_sources.target_fqn = concat(t.database, '.', t.name) where schema = 'team_9' group by name, schema, type, db_engine",
    "select name, type from system.columns where table = 'campaigns' and database = 'team_9' order by position",
    'select * from (\n select org_id from campaigns\n ) as __dbt_sbq\n limit 0',
    "select '' as table_database, columns.database as table_schema, columns.table as table_name, if(tables.engine not in ('MaterializedView', 'View'), 'table', 'view') as table_type, nullIf(tables.comment, '') as table_comment, columns.name as column_name, columns.position as column_index, columns.type as column_type, nullIf(columns.comment, '') as column_comment, null as table_owner from system.columns as columns join system.tables as tables on tables.database = columns.database and tables.name = columns.table where columns.database != 'system' and (columns.database = 'team_9') order by columns.database, columns.table, columns.position",
    'SELECT engine FROM system.databases WHERE name = database()',
  ],
  // its source over JDBC
  Airbyte: [
    "SELECT name FROM system.columns WHERE database = 'team_9' AND  table = 'campaigns' AND is_in_primary_key = 1",
    'SELECT `campaign_id`,`name` FROM `team_9`.`campaigns`',
    'SELECT MAX(`modified_at`) FROM `team_9`.`campaigns`',
  ],
  // 2.48.0; its first statement over HTTP is answered by name
  'clickhouse-go': ['SELECT 1', 'SELECT version()', 'DESCRIBE TABLE campaigns'],
  // 1.23.0
  'clickhouse-js': ['SELECT 1', 'SELECT {a: UInt8} AS answer', 'SELECT name FROM campaigns FORMAT JSONEachRow'],
  // linq2db over ClickHouse.Client, without the name of the host
  '.NET': [
    "select name, comment, engine LIKE '%View' from system.tables where is_temporary = 0 and database = database()",
    "SELECT table, name, type, position, comment, multiIf(type LIKE '%FixedString%', character_octet_length, NULL), multiIf(type LIKE '%DateTime64%', datetime_precision, numeric_precision_radix = 10, numeric_precision, NULL), is_in_primary_key FROM system.columns WHERE database = database() and default_kind <> 'ALIAS'",
  ],
  // the list of columns beside its editor
  Redash: ["SELECT database, table, name FROM system.columns WHERE database NOT IN ('system')"],
};
