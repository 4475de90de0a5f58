import fc from 'fast-check';
import { type CustomRule, confidenceGrades } from '../definition/custom-rule.ts';
import { quantitiesOf, type RuleQuantity, ruleMetrics } from '../definition/rule-metrics.ts';
import { figureWindows } from '../numbers/figure-windows.ts';
import { sampleRules } from '../sample-rules.fixture.ts';
import type { EvaluatedUnit, EvaluationData, FigureSums, Figures } from './evaluation-data.ts';
import { dataOf, unitOf, windowOf } from './sample-world.fixture.ts';

const quantities: readonly RuleQuantity[] = [...new Set(ruleMetrics.flatMap(({ from }) => quantitiesOf(from)))];
const isMoney = (quantity: RuleQuantity): boolean => /spend|income/.test(quantity);

const sumsOf: fc.Arbitrary<FigureSums> = fc
  .tuple(
    ...quantities.map((quantity) =>
      fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 0, max: isMoney(quantity) ? 200_000_000 : 400 }) },
        { weight: 2, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    ),
  )
  .map((values) => Object.fromEntries(quantities.map((quantity, index) => [quantity, values[index] ?? null])));

const someFigures: fc.Arbitrary<Figures> = fc.record({
  sums: sumsOf,
  maturity: fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)),
  grade: fc.option(fc.constantFrom(...confidenceGrades)),
});

const keysOfLevels: Readonly<Record<CustomRule['level'], readonly string[]>> = {
  campaign: ['700', '701', '702', '1000'],
  ad_group: ['700:710', '700:711', '700:2000', '701:712'],
  keyword: ['700:710:720', '700:710:1720', '700:711:721', '701:712:722'],
  search_term: ['700:710:t:calm', '700:710:t:rain sounds', '700:711:t:calm', '701:712:t:sleep'],
};

const amount = fc.option(fc.integer({ min: 1, max: 900 }).map((cents) => cents * 10_000));

const someUnit = (key: string): fc.Arbitrary<EvaluatedUnit> =>
  fc
    .record({
      status: fc.constantFrom('ENABLED' as const, 'PAUSED' as const),
      bidsSetByService: fc.boolean(),
      settings: fc.record({
        cptBid: amount,
        ownBid: amount,
        cpaGoal: amount,
        targetCpa: amount,
        dailyCap: amount,
        lifetimeBudget: amount,
      }),
      campaignBudget: amount,
      spentToday: amount,
      labels: fc.constantFrom([], [1], [1, 2]),
    })
    .map((fields) => unitOf({ key, name: key, ...fields }));

/** A rule with data of every time range it asks for. */
export interface RandomWorld {
  readonly rule: CustomRule;
  readonly data: EvaluationData;
}

export const randomWorlds: fc.Arbitrary<RandomWorld> = sampleRules.chain((rule) => {
  const keys = keysOfLevels[rule.level];
  const windows = figureWindows(rule).map(({ key }) => key);
  const rows = fc.tuple(...keys.map(() => fc.option(someFigures)));
  const figures = fc.tuple(...windows.map(() => fc.tuple(rows, someFigures)));
  return fc.tuple(fc.tuple(...keys.map(someUnit)), figures).map(([unitList, ranges]) => {
    const maps = ranges.map(([ofUnits, scope], index): [string, ReturnType<typeof windowOf>] => {
      const traffic = keys.flatMap((key, position) => {
        const row = ofUnits[position];
        return row === null || row === undefined ? [] : [[key, row] as const];
      });
      return [windows[index] ?? '', windowOf(Object.fromEntries(traffic), scope)];
    });
    return { rule, data: dataOf({ units: unitList, figures: new Map(maps) }) };
  });
});

/** Cents from some amount on. */
export const cents = (least: number, most: number): fc.Arbitrary<number> =>
  fc.integer({ min: least, max: most }).map((count) => count / 100);
