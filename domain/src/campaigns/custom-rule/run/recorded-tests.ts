import { z } from 'zod';
import { dayField } from '../../../shared/fields.ts';
import { testOperators, testSubjects } from '../definition/custom-rule.ts';
import { type TestVerdict, unknownWhys } from '../evaluation/rule-verdict.ts';
import { columnField, columnOf, columnValue } from './recorded-column.ts';

const limitField = z.union([z.number(), z.tuple([z.number(), z.number()]), z.null()]);

/**
 * One test of a rule as it came out for many units. `results` has a letter for each verdict of its event: `t` true, `f` false, `u` not
 * known, `-` not asked. Columns have the units that were asked, in the same order. Money in micros.
 */
export const recordedTestField = z.object({
  path: z.string(),
  metric: z.string(),
  of: z.enum(testSubjects),
  window: z.string().nullable(),
  per_day: z.boolean(),
  op: z.enum(testOperators).nullable(),
  results: z.string().regex(/^[tfu-]*$/),
  from: columnField(dayField.nullable()),
  to: columnField(dayField.nullable()),
  value: columnField(z.number().nullable()),
  limit: columnField(limitField),
  gap: columnField(z.number().nullable()),
  why: columnField(z.enum(unknownWhys).nullable()),
  needs: columnField(z.object({ metric: z.string(), more: z.number() }).nullable()),
});
export type RecordedTest = z.infer<typeof recordedTestField>;

const letterOf = ({ result }: TestVerdict): string => (result === null ? 'u' : result ? 't' : 'f');

/** @param units Tests of each unit. */
export function recordTests(units: readonly (readonly TestVerdict[])[]): RecordedTest[] {
  const columns = new Map<string, Map<number, TestVerdict>>();
  for (const [index, tests] of units.entries()) {
    for (const test of tests) {
      const rows = columns.get(test.path) ?? new Map<number, TestVerdict>();
      columns.set(test.path, rows.set(index, test));
    }
  }
  return [...columns.values()].flatMap((rows) => recordTest(rows, units.length));
}

function recordTest(rows: ReadonlyMap<number, TestVerdict>, count: number): RecordedTest[] {
  const testsAsked = [...rows.values()];
  const [first] = testsAsked;
  if (first === undefined) return [];
  const { path, metric, of, window, per_day, op } = first;
  const letters = Array.from({ length: count }, (_, index) => {
    const test = rows.get(index);
    return test === undefined ? '-' : letterOf(test);
  });
  return [
    {
      path,
      metric,
      of,
      window,
      per_day,
      op,
      results: letters.join(''),
      from: columnOf(testsAsked.map(({ from }) => from)),
      to: columnOf(testsAsked.map(({ to }) => to)),
      value: columnOf(testsAsked.map(({ value }) => value)),
      limit: columnOf(testsAsked.map(({ limit }) => pairOf(limit))),
      gap: columnOf(testsAsked.map(({ gap }) => gap)),
      why: columnOf(testsAsked.map(({ why }) => why)),
      needs: columnOf(testsAsked.map(({ needs }) => needs)),
    },
  ];
}

/** A pair that may be written to. */
const pairOf = (limit: TestVerdict['limit']): z.infer<typeof limitField> =>
  limit === null || typeof limit === 'number' ? limit : [limit[0], limit[1]];

/** Tests of each unit again. @param count How many units. */
export function readTests(recorded: readonly RecordedTest[], count: number): TestVerdict[][] {
  const units = Array.from({ length: count }, (): TestVerdict[] => []);
  for (const test of recorded) {
    const { path, metric, of, window, per_day, op } = test;
    let row = 0;
    for (const [index, letter] of [...test.results].entries()) {
      if (letter === '-') continue;
      units[index]?.push({
        path,
        metric,
        of,
        window,
        from: columnValue(test.from, row),
        to: columnValue(test.to, row),
        per_day,
        op,
        value: columnValue(test.value, row),
        limit: columnValue(test.limit, row),
        result: letter === 'u' ? null : letter === 't',
        gap: columnValue(test.gap, row),
        why: columnValue(test.why, row),
        needs: columnValue(test.needs, row),
      });
      row += 1;
    }
  }
  return units;
}
