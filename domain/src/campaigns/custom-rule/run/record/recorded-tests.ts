import { z } from 'zod';
import { dayField } from '../../../../shared/fields.ts';
import { testOperators, testSubjects } from '../../definition/custom-rule.ts';
import { ruleMetricOf } from '../../definition/rule-metrics.ts';
import { type TestVerdict, unknownWhys } from '../../evaluation/rule-verdict.ts';
import {
  columnField,
  numberColumnField,
  readColumn,
  readNumbers,
  stepsColumnField,
  writeColumn,
  writeNumbers,
} from './column.ts';

const limitField = z.union([z.number(), z.tuple([z.number(), z.number()]), z.null()]);

/** `t` true, `f` false, `u` not known, `-` not asked. */
const resultLetters = ['t', 'f', 'u', '-'] as const;
type ResultLetter = (typeof resultLetters)[number];

/**
 * One test of a rule as it came out for many units. `results` has a letter for each verdict of its event. All other columns have the units
 * that were asked, in the same order. Money in micros. `gap` is left out where it is the distance of the value from its limit.
 */
export const recordedTestField = z.object({
  path: z.string(),
  metric: z.string(),
  of: z.enum(testSubjects),
  window: z.string().nullable(),
  per_day: z.boolean(),
  op: z.enum(testOperators).nullable(),
  results: columnField(z.enum(resultLetters)),
  from: columnField(dayField.nullable()),
  to: columnField(dayField.nullable()),
  value: numberColumnField,
  limit: z.union([columnField(limitField), stepsColumnField]),
  gap: numberColumnField.optional(),
  why: columnField(z.enum(unknownWhys).nullable()),
  needs: z.object({ metric: columnField(z.string().nullable()), more: numberColumnField }),
});
export type RecordedTest = z.infer<typeof recordedTestField>;

const letterOf = ({ result }: TestVerdict): ResultLetter => (result === null ? 'u' : result ? 't' : 'f');

/** @param units Tests of each unit. */
export function recordTests(units: readonly (readonly TestVerdict[])[]): RecordedTest[] {
  const unitsByPath = new Map<string, (TestVerdict | undefined)[]>();
  for (const [index, tests] of units.entries()) {
    for (const test of tests) {
      const ofUnits = unitsByPath.get(test.path) ?? units.map(() => undefined);
      ofUnits[index] = test;
      unitsByPath.set(test.path, ofUnits);
    }
  }
  return [...unitsByPath.values()].flatMap(recordTest);
}

/** @param ofUnits `undefined` of those that it was not asked of. */
function recordTest(ofUnits: readonly (TestVerdict | undefined)[]): RecordedTest[] {
  const rows = ofUnits.filter((test) => test !== undefined);
  const [first] = rows;
  if (first === undefined) return [];
  const { path, metric, of, window, per_day, op } = first;
  const letters = ofUnits.map((test) => (test === undefined ? '-' : letterOf(test)));
  return [
    {
      path,
      metric,
      of,
      window,
      per_day,
      op,
      results: writeColumn(letters),
      from: writeColumn(rows.map(({ from }) => from)),
      to: writeColumn(rows.map(({ to }) => to)),
      value: writeNumbers(rows.map(({ value }) => value)),
      limit: recordLimits(rows),
      ...(rows.every((test) => test.gap === usualGap(test)) ? {} : { gap: writeNumbers(rows.map(({ gap }) => gap)) }),
      why: writeColumn(rows.map(({ why }) => why)),
      needs: {
        metric: writeColumn(rows.map(({ needs }) => needs?.metric ?? null)),
        more: writeNumbers(rows.map(({ needs }) => needs?.more ?? null)),
      },
    },
  ];
}

/** Limits with two ends are the same for all units. */
function recordLimits(rows: readonly TestVerdict[]): RecordedTest['limit'] {
  const numbers: (number | null)[] = [];
  for (const { limit } of rows) {
    if (limit !== null && typeof limit !== 'number') return recordPairs(rows);
    numbers.push(limit);
  }
  return writeNumbers(numbers);
}

function recordPairs(rows: readonly TestVerdict[]): RecordedTest['limit'] {
  const pairs = rows.map(
    ({ limit }): z.infer<typeof limitField> =>
      limit === null || typeof limit === 'number' ? limit : [limit[0], limit[1]],
  );
  const [first = null] = pairs;
  return pairs.every((pair) => String(pair) === String(first)) ? { all: first } : { each: pairs };
}

type JudgedTest = Pick<TestVerdict, 'metric' | 'op' | 'value' | 'limit' | 'result'>;

/** The distance of what is shown of a value from what is shown of its limit, rounded like both. */
function usualGap({ metric, op, value, limit, result }: JudgedTest): number | null {
  if (result !== false || value === null || limit === null || op === 'empty' || op === 'not_empty') return null;
  const ends = typeof limit === 'number' ? [limit] : limit;
  const gap = Math.min(...ends.map((end) => Math.abs(value - end)));
  const unit = ruleMetricOf(metric)?.unit;
  return unit === 'money' || unit === 'settings_money' ? Math.round(gap) : Math.round(gap * 1_000_000) / 1_000_000;
}

/** Tests of each unit again. @param count How many units. */
export function readTests(recorded: readonly RecordedTest[], count: number): TestVerdict[][] {
  const units = Array.from({ length: count }, (): TestVerdict[] => []);
  for (const test of recorded) {
    const letters = readColumn(test.results, count);
    const answers = letters.flatMap((letter, index) => (letter === '-' ? [] : [{ letter, index }]));
    const columns = readColumns(test, answers.length);
    for (const [row, { letter, index }] of answers.entries()) units[index]?.push(readTest(test, letter, columns, row));
  }
  return units;
}

function readColumns(test: RecordedTest, count: number) {
  return {
    from: readColumn(test.from, count),
    to: readColumn(test.to, count),
    value: readNumbers(test.value, count),
    limit: 'steps' in test.limit ? readNumbers(test.limit, count) : readColumn(test.limit, count),
    gap: test.gap === undefined ? null : readNumbers(test.gap, count),
    why: readColumn(test.why, count),
    metric: readColumn(test.needs.metric, count),
    more: readNumbers(test.needs.more, count),
  };
}

function readTest(
  { path, metric, of, window, per_day, op }: RecordedTest,
  letter: ResultLetter,
  columns: ReturnType<typeof readColumns>,
  row: number,
): TestVerdict {
  const value = columns.value[row] ?? null;
  const limit = columns.limit[row] ?? null;
  const result = letter === 'u' ? null : letter === 't';
  const needed = columns.metric[row] ?? null;
  const more = columns.more[row] ?? null;
  return {
    path,
    metric,
    of,
    window,
    from: columns.from[row] ?? null,
    to: columns.to[row] ?? null,
    per_day,
    op,
    value,
    limit,
    result,
    gap: columns.gap === null ? usualGap({ metric, op, value, limit, result }) : (columns.gap[row] ?? null),
    why: columns.why[row] ?? null,
    needs: needed === null || more === null ? null : { metric: needed, more },
  };
}
