import type { ClickHouseClient } from '@tapwise/adapters';
import { addDays, dayInZone, lifeBegins, runDayOf } from '@tapwise/domain';
import { readTablesPosition } from '../../tables/checkpoint.queries.ts';
import { readCampaignSpend } from '../automation/rule-figures.queries.ts';
import { exchangeRates } from '../money/exchange-rates.ts';
import { factParamsOf } from '../reports/facts/fact-params.ts';
import { maturityShares } from '../reports/state/maturity.ts';
import { readReportState } from '../reports/state/report-state.queries.ts';
import type { MoneyContext } from '../reports/values/ask-money.ts';
import { fromWholeTables } from '../whole-tables.ts';
import { columnsOf, parentsIn } from './asked-columns.ts';
import { exactRate } from './exact-rate.ts';
import { planFigures } from './figure-plan.ts';
import type { RuleFigures, RuleFiguresQuestion } from './rule-figures.ts';
import { readSources } from './source-days.queries.ts';
import { GatheredSums } from './sums/gathered-sums.ts';
import { readSums } from './sums/read-sums.ts';
import { readUserDays } from './sums/read-user-days.ts';
import type { SumsQuestion } from './sums/sums-question.ts';
import { windowFigures } from './window-figures.ts';
import { windowRanges } from './window-ranges.ts';

/** How often the tables are asked at most: again where they changed meanwhile. */
const mostReadings = 5;
const spikeDays = 14;

/**
 * One question to the tables for all figures that a run of a rule is evaluated on, between two of their batches where these leave time
 * for it; otherwise the figures may hold events that came during the question.
 * @throws the engine's error.
 */
export const readRuleFigures = fromWholeTables(
  async (client: ClickHouseClient, question: RuleFiguresQuestion): Promise<RuleFigures> => {
    for (let reading = 1; ; reading += 1) {
      const { figures, newest } = await readOnce(client, question);
      if (newest <= figures.position || reading === mostReadings) return figures;
    }
  },
);

async function readOnce(
  client: ClickHouseClient,
  question: RuleFiguresQuestion,
): Promise<{ readonly figures: RuleFigures; readonly newest: bigint }> {
  const { scope, asOf, rule, units, joined } = question;
  const { timeZone: zone } = scope;
  const plan = planFigures(question);
  const tables = await readTablesPosition(client);
  const state = await readReportState(client, [scope.applicationId], [scope.orgId]);
  const now = new Date(asOf);
  const rates = await exchangeRates(client, state.ratesPosition);
  const context: MoneyContext = { client, rates, state, scope, now, signal: undefined };
  const [sources, spend, maturity] = await Promise.all([
    readSources(client, question, plan.sources, tables?.recordedAt.getTime() ?? 0),
    readSpend(client, question),
    plan.needsPeople ? maturityShares(client, scope, now, rates) : [],
  ]);
  const { unknownSources, pulledAt, shareDays } = sources;
  const days = question.days ?? sources.days;
  const { coverage = sources.coverage } = question;
  const runDay = runDayOf(days);
  const lifeFrom = lifeBegins(coverage, plan.covered, runDay);
  const parentsOf = parentsIn(plan);
  const sumsQuestion = { context, plan, maturity, factParams: factParamsIn(question) };
  const users = await readUserDays(sumsQuestion, units, runDay);
  const rangeScope = { rule, units, joined, asOf, zone, days, lifeFrom, shareDays, parentsOf, users };
  const ranges = windowRanges(plan.windows, rangeScope);
  const columns = columnsOf(plan, ranges, runDay, zone);
  const gathered = new GatheredSums(units, parentsOf);
  await readSums({ ...sumsQuestion, columns }, gathered);
  const isMaturityKnown = maturity.length > 0;
  const figures = new Map(
    ranges.map((range) => [
      range.window.key,
      windowFigures(range, gathered, { rule, units, plan, columns, runDay, isMaturityKnown }),
    ]),
  );
  const rate = exactRate(rates, scope.orgCurrency, scope.currency, runDay ?? dayInZone(asOf, zone));
  const position = state.position;
  return {
    figures: { days, unknownSources, coverage, lifeFrom, pulledAt, figures, rate, spend, position },
    newest: gathered.newest,
  };
}

const readSpend = (client: ClickHouseClient, { scope, campaignIds, asOf }: RuleFiguresQuestion) => {
  const { applicationId, orgId, orgCurrency, timeZone } = scope;
  const today = dayInZone(asOf, timeZone);
  const days = { today, spentFrom: addDays(today, -spikeDays) };
  return readCampaignSpend(client, { applicationId, orgId, campaignIds, currency: orgCurrency, ...days });
};

/** Users without a campaign are no one's; days are those of the statement's columns. */
const factParamsIn =
  ({ scope, rule, campaignIds, asOf }: RuleFiguresQuestion): SumsQuestion['factParams'] =>
  (level, ranges) => {
    const from = ranges.map((range) => range.from).sort()[0] ?? '';
    const to =
      ranges
        .map((range) => range.to)
        .sort()
        .at(-1) ?? '';
    const grain = { of: level, within: level === 'all' ? 'organization' : 'campaigns', bucket: null } as const;
    const question = { scope, from, to, countries: null, claimType: rule.claim_type, status: 'all' } as const;
    const params = factParamsOf(grain, { ...question, campaignIds, now: new Date(asOf) });
    return { ...params, bucket: 'day', with_unattributed: false };
  };
