import {
  addDays,
  customRuleField,
  type DayRange,
  type FigureSums,
  type Figures,
  figureWindows,
  sharedRange,
  textKey,
} from '@tapwise/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchTerms, termTotals } from '../../testing/ads-extra-events.ts';
import type { Counts } from '../../testing/expected/expected-cells.ts';
import { chosen, net } from '../../testing/expected/expected-report.ts';
import { expectedObjects, personId } from '../../testing/expected/expected-rows.ts';
import type { RequestedReport } from '../../testing/expected/requested-report.ts';
import { randomWorld, type World, worldNow } from '../../testing/random/random-world.ts';
import { asRecorded } from '../../testing/recorded-events.ts';
import { adamId, applicationId, orgId, pullCompleted } from '../../testing/sample-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';
import { termFigures } from '../search-terms/term-figures.queries.ts';
import { readRuleFigures } from './read-rule-figures.ts';
import type { FiguredUnit, RuleFigures, RuleFiguresQuestion } from './rule-figures.ts';

const counts = (impressions: number, taps: number, tap_installs: number) => ({
  impressions,
  taps,
  tap_installs,
  view_installs: 0,
  spend_micros: taps * 350_000,
});

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const zone = 'America/Los_Angeles';
const claimType = 'total';
// The third campaign was never shown by the ad service, so that nothing of it is a unit.
const campaignIds = [1, 2];
const scope = {
  applicationId,
  adamId,
  orgId,
  orgCurrency: 'EUR',
  linkedOrgIds: [orgId],
  timeZone: zone,
  currency: 'USD',
  smallBusiness: false,
  firstSdkDay: '2023-12-31',
};
const request = (range: DayRange): RequestedReport => ({
  ...range,
  status: 'all',
  timeZone: zone,
  currency: 'USD',
  smallBusiness: false,
  countries: null,
  claimType,
  campaignIds,
  adGroupId: null,
});

/** A pull of all days that anything happened on. */
const allDays = pullCompleted(worldNow, '2024-01-01', '2026-03-20');

type Level = 'campaign' | 'ad_group' | 'keyword';
const groups = campaignIds.flatMap((campaignId) =>
  [0, 1].map((index) => ({ campaignId, adGroupId: campaignId * 10 + index })),
);
const unitsOf: Record<Level, FiguredUnit[]> = {
  campaign: campaignIds.map((campaignId) => ({ key: `${campaignId}`, campaignId, adGroupId: null, trail: {} })),
  ad_group: groups.map((ids) => ({ key: `${ids.campaignId}:${ids.adGroupId}`, ...ids, trail: {} })),
  keyword: groups.flatMap(({ campaignId, adGroupId }) =>
    [0, 1].map((index) => ({
      key: `${campaignId}:${adGroupId}:${adGroupId * 10 + index}`,
      campaignId,
      adGroupId,
      trail: {},
    })),
  ),
};
const idOf = (key: string): string => key.split(':').at(-1) ?? '';

const sums = [
  'impressions',
  'installs',
  'first_launches',
  'trials',
  'conversions',
  'predicted_income',
  'new_downloads',
];
const ratios = ['trial_to_conversion', 'refund_rate', 'current_roas'];
const ofKeywords = ['match_rate', 'impression_share', 'rank', 'all_slots_impression_share'];

interface Asked {
  readonly metric: string;
  readonly window: string;
  readonly of?: 'campaign' | 'ad_group' | 'scope';
}

/** A rule that asks for figures, one case a time range. */
function ruleOf(level: Level | 'search_term', tests: readonly Asked[]) {
  const windows = [...new Set(tests.map(({ window }) => window))];
  const cases = windows.map((window) => {
    const ofWindow = tests.filter((test) => test.window === window).map((test) => ({ ...test, op: 'not_empty' }));
    const groups = Array.from({ length: Math.ceil(ofWindow.length / 10) }, (_, index) =>
      ofWindow.slice(index * 10, index * 10 + 10),
    );
    return {
      when: { any: groups.map((any) => ({ any })) },
      then: [{ do: 'bid', how: 'lower', percent: 1, min: 1, max: 2 }],
    };
  });
  return customRuleField.parse({ level, claim_type: claimType, cases });
}
const testsOf = (metrics: readonly string[], window: string, of?: Asked['of']): Asked[] =>
  metrics.map((metric) => ({ metric, window, ...(of && { of }) }));

async function worldOf(seed: number) {
  const world = randomWorld(seed);
  const client = await tables.emptyTables();
  const events = asRecorded([...world.events, allDays]).map((event) => ({ ...event, recordedAt: new Date(worldNow) }));
  await writeInBatches(client, events, [50, 400]);
  const ask = (level: Level, rule: RuleFiguresQuestion['rule'], units = unitsOf[level]): Promise<RuleFigures> => {
    const asOf = Date.parse(worldNow);
    return readRuleFigures(client, { scope, rule, campaignIds, units, joined: new Map(), asOf, completeAfterHours: 3 });
  };
  return { world, ask };
}

/** What a row of a report is made of, in the units of figures. */
const quantitiesOf = (counts: Counts): FigureSums => ({
  impressions: counts.impressions,
  taps: counts.taps,
  installs: (counts.tapInstalls ?? 0) + (counts.viewInstalls ?? 0),
  spend: micros(counts.spend),
  first_launches: counts.firstLaunches,
  trials: counts.trials,
  trial_conversions: counts.trialConversions,
  conversions: counts.conversions,
  refunded_conversions: counts.refunded,
  current_income: micros(counts.income),
  predicted_income: micros(counts.predicted),
  matched_impressions: counts.matched,
});
const sharesOf = (counts: Counts): FigureSums => ({
  shared_impressions: counts.shared,
  available_impressions: Math.round(counts.available),
  ranked_impressions: counts.ranked,
  rank_impressions: counts.rankSum,
  all_slots_shared_impressions: counts.allShared,
  all_slots_available_impressions: Math.round(counts.allAvailable),
  week_shared_impressions: counts.weekShared,
  week_available_impressions: Math.round(counts.weekAvailable),
});
const micros = (amount: number | null): number => Math.round((amount ?? 0) * 1e6);

/** Sums of binary fractions in another order may be rounded the other way. */
function expectSums(actual: FigureSums | undefined, expected: FigureSums, path: string): void {
  for (const [name, value] of Object.entries(actual ?? expected)) {
    if (!(name in expected)) continue;
    const wanted = expected[name as keyof FigureSums] ?? null;
    if (value === null || wanted === null) expect(value, `${path} ${name}`).toBe(actual === undefined ? value : wanted);
    else
      expect(
        Math.abs((actual === undefined ? 0 : value) - wanted),
        `${path} ${name}: ${value}, ${wanted}`,
      ).toBeLessThanOrEqual(1);
  }
}

/** Payments of users of an object in a time range; those in a currency without a rate brought nothing that is known. */
function paymentsOf(world: World, level: Level, key: string, range: DayRange) {
  const people = chosen(world, request(range)).people.filter((person) => String(personId(person, level)) === idOf(key));
  return people.flatMap((person) =>
    person.purchases.flatMap(({ payments }) =>
      payments.map((payment) => ({ payment, launchedAt: person.firstLaunchAt })),
    ),
  );
}
const seen = new Set<string>();

/** Figures of all units in a time range, or of their parents. */
function expectWindow(
  world: World,
  level: Level,
  { range, shareRange }: { readonly range: DayRange; readonly shareRange: DayRange },
  figures: ReadonlyMap<string, Figures>,
  path: string,
): void {
  const rows = expectedObjects(world, level, request(range));
  const shares = expectedObjects(world, level, request(shareRange));
  for (const { key } of unitsOf[level]) {
    const counts = rows.get(idOf(key))?.counts;
    const ofShares = shares.get(idOf(key))?.counts;
    const expected = { ...(counts && quantitiesOf(counts)), ...(ofShares && sharesOf(ofShares)) };
    const { sums } = figures.get(key) ?? {};
    const isUnpriced = sums?.current_income === null;
    const payments = paymentsOf(world, level, key, range);
    const noneHasNet = payments.length > 0 && payments.every(({ payment }) => net(payment, world, scope) === null);
    if (noneHasNet && figures.has(key)) expect(sums?.current_income, `${path} ${key} income`).toBeNull();
    if (isUnpriced) {
      seen.add('income that is not known');
      expect(
        payments.filter(({ payment }) => !payment.refunded).every(({ payment }) => net(payment, world, scope) === null),
      ).toBe(true);
    }
    const wanted = isUnpriced ? { ...expected, current_income: null, predicted_income: null } : expected;
    expectSums(sums, wanted, `${path} ${key}`);
    const maturity = rows.get(idOf(key))?.identity.maturity ?? null;
    if (figures.has(key) && maturity !== null)
      expect(figures.get(key)?.maturity, path).toBeCloseTo(Number(maturity), 9);
    if (maturity !== null) seen.add('maturity');
  }
}

const daysOf = (
  rule: RuleFiguresQuestion['rule'],
  { days, lifeFrom }: RuleFigures,
  key: string,
): { range: DayRange; shareRange: DayRange } => {
  const window = figureWindows(rule).find((other) => other.key === key)?.window ?? { kind: 'life' };
  const whole = { days, asOf: Date.parse(worldNow), zone, level: rule.level, lifeFrom };
  const range = sharedRange(window, whole);
  if (range === null) throw new Error('No day is complete');
  return { range, shareRange: sharedRange(window, whole, true) ?? range };
};

it.each([11, 12])(
  'figures of random world %i are those of what happened',
  async (seed) => {
    const { world, ask } = await worldOf(seed);
    for (const level of ['keyword', 'ad_group', 'campaign'] as const) {
      const metrics = [...sums, ...ratios, ...(level === 'keyword' ? ofKeywords : [])];
      const windows = ['7d', '5d-3', 'life', '2d-1'];
      const rule = ruleOf(
        level,
        windows.flatMap((window) => testsOf(metrics, window)),
      );
      const answer = await ask(level, rule);
      for (const window of windows) {
        const days = daysOf(rule, answer, window);
        expectWindow(
          world,
          level,
          days,
          answer.figures.get(window)?.units ?? new Map(),
          `${level} ${window} ${days.range.to}`,
        );
      }
    }
  },
  60_000,
);

it('closed cohorts count what came within so many days, of days that are over for so long', async () => {
  const { world, ask } = await worldOf(15);
  const rule = ruleOf('campaign', testsOf(['roas_d1', 'ltv_d7'], '30d'));
  const answer = await ask('campaign', rule);
  const { range } = daysOf(rule, answer, '30d');
  for (const days of [1, 7]) {
    const closed = { from: range.from, to: addDays(range.to, -days) };
    const rows = expectedObjects(world, 'campaign', request(closed));
    for (const { key } of unitsOf.campaign) {
      const payments = paymentsOf(world, 'campaign', key, closed).filter(
        ({ payment, launchedAt }) => Date.parse(payment.at) - Date.parse(launchedAt) < days * 86_400_000,
      );
      const income = payments.reduce((sum, { payment }) => sum + (net(payment, world, scope) ?? 0), 0);
      if (income > 0) seen.add('income of closed cohorts');
      const counts = rows.get(key)?.counts;
      expectSums(
        answer.figures.get('30d')?.units.get(key)?.sums,
        {
          [`income_d${days}`]: micros(income),
          ...(days === 1
            ? { spend_d1: micros(counts?.spend ?? 0) }
            : { installs_d7: (counts?.tapInstalls ?? 0) + (counts?.viewInstalls ?? 0) }),
        },
        `day ${days} of ${key}`,
      );
    }
  }
});

it('search terms have the figures of their page, by day and over a year, beside those of their campaign', async () => {
  const world = randomWorld(13);
  const events = asRecorded([
    ...world.events,
    ...termTotals(1, [
      { ad_group_id: 10, keyword_id: 100, text: 'Fast  Car', ...counts(90, 12, 3) },
      { ad_group_id: 10, keyword_id: 0, text: 'fast car', ...counts(20, 2, 0) },
      { ad_group_id: 11, keyword_id: 0, text: 'fast car', ...counts(400, 31, 0), unread: ['taps'] },
      { ad_group_id: 10, keyword_id: 0, text: '', ...counts(999, 99, 9) },
    ]),
    ...[1, 2].flatMap((day) =>
      searchTerms(1, `2026-03-0${day}`, [
        { ad_group_id: 10, keyword_id: 100, text: 'Boat', ...counts(40 * day, 6, day) },
        { ad_group_id: 10, keyword_id: 0, text: 'boat', country: 'DE', ...counts(7, 1, 0) },
      ]),
    ),
  ]);
  const client = await tables.emptyTables();
  const recorded = events.map((event) => ({ ...event, recordedAt: new Date(worldNow) }));
  await writeInBatches(client, recorded, [50]);
  const rule = ruleOf('search_term', [
    ...testsOf(['impressions', 'taps', 'installs', 'cpa'], 'life'),
    ...testsOf(['impressions', 'taps', 'installs', 'cpa'], '30d'),
    ...testsOf(['impressions'], '30d', 'campaign'),
  ]);
  const keys = ['1:10:t:fast car', '1:11:t:fast car', '1:10:t:boat', '1:10:t:never searched'];
  const units = keys.map((key) => ({ key, campaignId: 1, adGroupId: Number(key.split(':')[1]), trail: {} }));
  const asOf = Date.parse(worldNow);
  const basis = { scope, rule, campaignIds, units, joined: new Map(), asOf, completeAfterHours: 3 };
  const answer = await readRuleFigures(client, basis);
  const days = sharedRange(
    { kind: 'days', days: 30, shift: 0 },
    { days: answer.days, asOf, zone, level: 'search_term', lifeFrom: answer.lifeFrom },
  );
  expect(days).not.toBeNull();
  const page = { applicationId, orgId, orgCurrency: scope.currency, campaignId: 1 };
  for (const [window, range] of [['life', undefined] as const, ['30d', days ?? undefined] as const]) {
    const { figures } = await termFigures(client, page, range);
    for (const key of keys) {
      const rows = figures.filter((row) => `1:${row.ad_group_id}:t:${textKey(row.text)}` === key);
      const sumOf = (name: 'impressions' | 'taps' | 'spend_micros'): number | null =>
        rows.some((row) => row[name] === null) ? null : rows.reduce((sum, row) => sum + (row[name] ?? 0), 0);
      const { sums: actual } = answer.figures.get(window)?.units.get(key) ?? {};
      const expected = { impressions: sumOf('impressions'), taps: sumOf('taps'), spend: sumOf('spend_micros') };
      expectSums(actual, expected, `${window} ${key}`);
    }
  }
  expect(answer.figures.get('life')?.units.get('1:10:t:fast car')?.sums).toMatchObject({ impressions: 110, taps: 14 });
  expect(answer.figures.get('life')?.units.get('1:11:t:fast car')?.sums).toMatchObject({
    impressions: 400,
    taps: null,
  });
  expect(answer.figures.get('life')?.units.has('1:10:t:never searched')).toBe(false);
  const ofCampaign = days === null ? undefined : expectedObjects(world, 'campaign', request(days)).get('1');
  expect(answer.figures.get('30d')?.parents.get('1')?.sums.impressions).toBe(ofCampaign?.counts.impressions);
});

it('says which days are in: those of pulls, and users since their first launch', async () => {
  const client = await tables.emptyTables();
  const units = unitsOf.campaign;
  const rule = ruleOf('campaign', [...testsOf(['spend', 'current_roas'], '14d'), ...testsOf(['spend'], 'life')]);
  const asOf = Date.parse(worldNow);
  const ask = (firstSdkDay: string | null) =>
    readRuleFigures(client, {
      scope: { ...scope, firstSdkDay },
      rule,
      campaignIds,
      units,
      joined: new Map(),
      asOf,
      completeAfterHours: 3,
    });
  // The first pull reads the newest days first; the third part comes before the second one is whole.
  const parts = [
    pullCompleted(worldNow, '2026-03-14', '2026-03-20'),
    pullCompleted(worldNow, '2026-01-19', '2026-02-17'),
    pullCompleted(worldNow, '2026-02-18', '2026-03-13'),
  ];
  const events = asRecorded(parts).map((event) => ({ ...event, recordedAt: new Date(worldNow) }));
  await writeInBatches(client, events.slice(0, 2), [1]);
  const begun = await ask('2026-03-15');
  expect(begun.coverage).toEqual({
    ads: [
      { from: '2026-01-19', to: '2026-02-17' },
      { from: '2026-03-14', to: '2026-03-20' },
    ],
    users: [{ from: '2026-03-15', to: '2026-03-20' }],
    purchases: [],
  });
  expect([begun.days.ads, begun.lifeFrom]).toEqual(['2026-03-18', '2026-03-14']);
  await writeInBatches(client, events.slice(2), [1]);
  const whole = await ask(null);
  expect(whole.coverage).toEqual({ ads: [{ from: '2026-01-19', to: '2026-03-20' }], users: [], purchases: [] });
  expect([whole.lifeFrom, [...whole.unknownSources].includes('people')]).toEqual(['2026-01-19', true]);
});

it('worlds had what is compared', () => {
  expect([...seen].sort()).toEqual(['income of closed cohorts', 'income that is not known', 'maturity']);
});
