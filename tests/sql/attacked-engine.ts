import { createHash } from 'node:crypto';
import { openClickHouse } from '@tapwise/adapters';
import { prepareTables } from '@tapwise/projections';
import { scopeStatements, type ViewScope } from '@tapwise/projections/queries';
import { askText, type EngineUser } from '../../api/src/sql/engine/engine-call.ts';
import { createSqlGate, type SqlGate } from '../../api/src/sql/engine/gate-engine.ts';
import { startClickHouseNode } from '../support/engines/clickhouse-node.ts';

/** A team whose rows lie beside those of another one in the same tables. */
export const ownTeam = { application_id: 901_001, org_id: 901_002, campaign_id: 901_003 };
/** In every row of the other team. */
export const foreign = { application_id: 777_001, org_id: 777_002, campaign_id: 777_003, name: 'FOREIGN-MARK' };
/** What no answer may hold. The engine's own names have long numbers in them, so an id counts only as a whole number. */
export const foreignMarks = /(?<!\d)777_?00[123](?!\d)|FOREIGN-MARK/;
export const database = 'team_9';

export interface AttackedEngine {
  readonly gate: SqlGate;
  /** A user of the scope, and one whom nothing but the gate holds back. */
  readonly engines: { readonly analyst: EngineUser; readonly everything: EngineUser };
  stop(): Promise<void>;
}

export const run = (engine: EngineUser, statement: string, parameters: Record<string, string> = {}): Promise<string> =>
  askText(engine, { statement, parameters: new URLSearchParams(parameters) });

export async function startAttackedEngine(): Promise<AttackedEngine> {
  const node = await startClickHouseNode();
  await prepareTables(`${node.url}/tapwise`);
  const url = new URL('/', node.url);
  const engines = {
    everything: { url, user: 'default', password: '' },
    analyst: { url, user: 'sql_9', password: 'x' },
  };
  await addRows(`${node.url}/tapwise`);
  const passwordHash = createHash('sha256').update(engines.analyst.password).digest('hex');
  for (const statement of scopeStatements(scope, { name: 'sql_9', passwordHash }, { seconds: 5 }))
    await run(engines.everything, statement);
  // The views for a user who may do everything, so that the gate alone is in the way.
  await run(engines.everything, `CREATE DATABASE ${database}`);
  await run(
    engines.everything,
    `CREATE VIEW ${database}.campaigns AS SELECT * FROM tapwise.campaign_current_v1 WHERE org_id = ${ownTeam.org_id}`,
  );
  return { gate: createSqlGate(), engines, stop: async () => void (await node.stop()) };
}

const scope: ViewScope = {
  database,
  tables: 'tapwise',
  applications: [
    {
      application_id: ownTeam.application_id,
      adam_id: ownTeam.application_id,
      name: 'Own app',
      currency: 'USD',
      small_business: false,
      org_ids: [ownTeam.org_id],
    },
  ],
  organizations: [{ org_id: ownTeam.org_id, name: 'Own organization', currency: 'USD', time_zone: 'UTC' }],
};

async function addRows(tables: string): Promise<void> {
  const client = openClickHouse(tables);
  const log_position = 1;
  const recorded_at = '2026-01-01 00:00:00.000';
  const settings = {
    status: 'ENABLED',
    display_status: 'RUNNING',
    is_deleted: false,
    countries: ['US'],
    currency: 'USD',
  };
  for (const { org_id, campaign_id, application_id, name } of [{ ...ownTeam, name: 'Own' }, foreign]) {
    const ids = { org_id, campaign_id, adam_id: application_id };
    await client.insert({
      table: 'campaign_current_v1',
      values: [{ ...ids, name, ...settings, log_position, recorded_at }],
      format: 'JSONEachRow',
    });
    const transaction = { original_transaction_id: name, transaction_id: name, kind: 'charge' };
    await client.insert({
      table: 'charge_v1',
      values: [{ application_id, ...transaction, log_position, recorded_at }],
      format: 'JSONEachRow',
    });
  }
  await client.close();
}
