import { type ClickHouseClient, openClickHouse } from '@tapwise/adapters';
import { addDays, dayInZone } from '@tapwise/domain';
import { campaignReport } from '@tapwise/projections/queries';
import { enter } from '../support/customer.ts';
import { engineAddresses, wholeHistory } from '../support/demo-history.ts';
import { startProduct } from '../support/product.ts';
import { median, printRatio } from './figures.ts';

/** The campaign report over 90 days in the API, against the very statements it asks, sent to the engine directly. */
const asked = 60;
const repetitions = 3;

type Statement = Parameters<ClickHouseClient['query']>[0];

// Three months are a hundred thousand events, which are in the log within minutes.
const product = await startProduct({ environment: { SIMULATOR_HISTORY_MONTHS: '3' } });
try {
  const customer = await enter(product.url);
  await wholeHistory(product);
  const application = (await customer.session()).applications[0];
  const organization = application?.asaOrganizations[0];
  if (!application || !organization) throw new Error('The demo has no organization');
  const to = dayInZone(Date.now(), organization.time_zone);
  const from = addDays(to, -89);
  const params = {
    application_id: application.id,
    asa_organization_id: organization.organization_id,
    from,
    to,
    claim_type: 'total',
  };

  // The statements are taken down while the report's own function asks them, then sent again as they are.
  const engine = openClickHouse(engineAddresses(product).CLICKHOUSE_URL);
  const statements: Statement[] = [];
  const recorder = new Proxy(engine, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name) as unknown;
      return (statement: Statement) => {
        statements.push(statement);
        return target.query(statement);
      };
    },
  });
  await campaignReport(recorder, {
    scope: {
      applicationId: application.id,
      adamId: application.adam_id,
      orgId: organization.organization_id,
      orgCurrency: organization.currency,
      timeZone: organization.time_zone,
      currency: application.currency,
      smallBusiness: application.small_business,
      linkedOrgIds: application.asaOrganizations.map((linked) => linked.organization_id),
    },
    from,
    to,
    countries: null,
    claimType: 'total',
    status: 'all',
    now: new Date(),
  });
  const viaApi = async () => void (await customer.report('campaigns', params));
  const direct = async () => {
    for (const statement of statements) await (await engine.query(statement)).text();
  };
  for (const warm of [viaApi, direct]) await timeEach(warm, 10);
  const ours: number[] = [];
  const base: number[] = [];
  for (let round = 0; round < repetitions; round += 1) {
    ours.push(median(await timeEach(viaApi, asked)));
    base.push(median(await timeEach(direct, asked)));
  }
  await engine.close();
  const sides = { ours: median(ours), base: median(base), unit: `ms (p50, ${statements.length} statements)` };
  printRatio('campaign report over 90 days in the API ÷ the same SQL in the engine', sides, '≤ 1.5');
} finally {
  await product.stop();
}

async function timeEach(ask: () => Promise<void>, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const began = performance.now();
    await ask();
    taken.push(performance.now() - began);
  }
  return taken;
}
