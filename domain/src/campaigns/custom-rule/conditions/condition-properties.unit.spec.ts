import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConditionNode } from '../definition/custom-rule.ts';
import { randomWorlds } from '../evaluation/random-world.fixture.ts';
import { evaluateInFull, figuresOf, noMemory, verdictOn, windowOf } from '../evaluation/sample-world.fixture.ts';

/** Says the same with other words: turned round, denied twice, or by De Morgan; as the numbers choose, one for each node. */
function rewritten(node: ConditionNode, choose: () => number): ConditionNode {
  if ('not' in node) return { not: rewritten(node.not, choose) };
  if (!('all' in node) && !('any' in node)) return choose() === 1 ? { not: { not: node } } : node;
  const isAll = 'all' in node;
  const children = (isAll ? node.all : node.any).map((child) => rewritten(child, choose));
  const group = (nodes: ConditionNode[], all: boolean): ConditionNode => (all ? { all: nodes } : { any: nodes });
  switch (choose()) {
    case 1:
      return group(children.toReversed(), isAll);
    case 2:
      return { not: { not: group(children, isAll) } };
    case 3:
      return {
        not: group(
          children.map((child) => ({ not: child })),
          !isAll,
        ),
      };
    default:
      return group(children, isAll);
  }
}

describe('conditions', () => {
  it('decide the same when they are denied twice, turned round, or written by De Morgan; only the text differs', () => {
    const seen = new Set<string>();
    const choices = fc.array(fc.nat({ max: 3 }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(randomWorlds, choices, ({ rule, data }, numbers) => {
        const rest = [...numbers];
        const choose = () => rest.shift() ?? 0;
        const cases = rule.cases.map((ruleCase) => ({ ...ruleCase, when: rewritten(ruleCase.when, choose) }));
        const decide = (of: typeof rule) =>
          evaluateInFull({ id: 5, rule: of, casesSince: 0 }, data, noMemory).verdicts.map((verdict) => {
            seen.add(verdict.verdict);
            const { tests: _, message: _text, sentence: _sentence, ...decided } = verdict;
            return decided;
          });
        expect(decide({ ...rule, cases })).toEqual(decide(rule));
      }),
      { numRuns: 60 },
    );
    expect([...seen]).toEqual(expect.arrayContaining(['acted', 'no_match', 'no_data']));
  });
});

describe('a figure at its limit', () => {
  const satisfied: Readonly<Record<string, readonly number[]>> = {
    '<': [-1],
    '<=': [-1, 0],
    '>': [1],
    '>=': [0, 1],
  };
  it('is decided by the comparison alone, whatever the amounts and counts', () => {
    const micros = fc.integer({ min: 1, max: 1_000_000_000 });
    const counts = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(micros, counts, fc.integer({ min: -1, max: 1 }), (limit, installs, apart) => {
        const figures = new Map([
          ['7d', windowOf({ '700:710:720': figuresOf({ installs, spend: limit * installs + apart }) })],
        ]);
        for (const [op, accepted] of Object.entries(satisfied)) {
          const when = { metric: 'cpa', window: '7d', op, value: limit / 1_000_000 };
          const rule = { cases: [{ when, then: [{ do: 'status', to: 'paused' }] }], guards: { floors: false } };
          expect(verdictOn(rule, { figures }).tests[0]?.result).toBe(accepted.includes(apart));
        }
      }),
      { numRuns: 100 },
    );
  });
});
