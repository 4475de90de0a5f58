import { openClickHouse } from '@tapwise/adapters';
import { addDays, dayInZone } from '@tapwise/domain';
import { enter } from '../../support/people/customer.ts';
import { engineAddresses, wholeHistory } from '../../support/product/demo-history.ts';
import { startProduct } from '../../support/product/product.ts';
import { median, printRatio } from '../measuring/figures.ts';
import { askByHand, type HandWritten } from './hand-written.ts';

/** The campaign report over 90 days in the API, against the same aggregation written by hand, four statements at once. */
const questionCount = 60;
const repetitions = 3;

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

  const engine = openClickHouse(engineAddresses(product).CLICKHOUSE_URL);
  const hand: HandWritten = {
    object: 'campaign_id',
    bucket: null,
    level: 'campaign',
    where: '',
    from,
    to,
    applicationId: application.id,
    orgId: organization.organization_id,
  };
  const viaApi = async () => void (await customer.report('campaigns', params));
  const direct = () => askByHand(engine, hand);
  for (const warm of [viaApi, direct]) await timeEach(warm, 10);
  const ours: number[] = [];
  const base: number[] = [];
  for (let round = 0; round < repetitions; round += 1) {
    ours.push(median(await timeEach(viaApi, questionCount)));
    base.push(median(await timeEach(direct, questionCount)));
  }
  await engine.close();
  const sides = { ours: median(ours), base: median(base), unit: 'ms (p50)' };
  printRatio('campaign report over 90 days in the API ÷ the same aggregation by hand, in the engine', sides, '≤ 1.3');
} finally {
  await product.stop();
}

async function timeEach(ask: () => Promise<void>, times: number): Promise<number[]> {
  const durations: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const began = performance.now();
    await ask();
    durations.push(performance.now() - began);
  }
  return durations;
}
