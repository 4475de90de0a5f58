import type { Break } from '../break.ts';

const folder = 'api/src/automation/custom';
const page = 'web/src/features/campaigns/custom-rules';
const specs: Break['specs'] = ['tests/contexts/automation/custom-rule-calls.int.spec.ts'];

const backtests: Break['specs'] = ['tests/contexts/automation/backtest.int.spec.ts'];
const pastPulls: Break['specs'] = ['api/src/automation/past/past-pulls.unit.spec.ts'];

/** Calls about runs of rules that people write, and trials of these. */
export const customRuleCallsBreaks: readonly Break[] = [
  {
    what: 'a back-test of a run has figures that were recorded after it',
    file: `${folder}/backtest/run-instants.ts`,
    find: 'figuresUpTo: (event) => event.position <= BigInt(start.position),',
    replace: 'figuresUpTo: () => true,',
    specs: backtests,
  },
  {
    what: 'a back-test of a run has users who were recorded after it',
    file: `${folder}/backtest/run-instants.ts`,
    find: '  at: new Date(start.as_of),\n  position: BigInt(start.position),',
    replace: '  at: new Date(Date.now()),',
    specs: backtests,
  },
  {
    what: 'slots before the first pull have users of later days',
    file: `${folder}/backtest/slot-instants.ts`,
    find: 'tablesAt: asRecorded ? { at: new Date(until) } : null,',
    replace: 'tablesAt: { at: new Date(until) },',
    specs: backtests,
  },
  {
    what: 'tables are continued to an earlier point, which takes nothing out of them',
    file: `${folder}/backtest/stepped-tables.ts`,
    find: 'point.position < position) await close();',
    replace: 'point.position < 0n) await close();',
    specs: [`${folder}/backtest/stepped-tables.unit.spec.ts`],
  },
  {
    what: 'a back-test of a run has settings of later events',
    file: `${folder}/backtest/run-instants.ts`,
    find: '(event) => event.revision <= (revisions.get(id) ?? -1n),',
    replace: '() => revisions.has(id),',
    specs: backtests,
  },
  {
    what: 'holds do not run along in a back-test',
    file: `${folder}/backtest/evaluate-past-rule.ts`,
    find: 'suggested.remember(evaluation, { slot, asOf, hourMs: data.hourMs, zone });',
    replace: '',
    specs: backtests,
  },
  {
    what: 'a pull that failed right before a slot hides the completed one from back-tests',
    file: 'api/src/automation/past/past-pulls.ts',
    find: '(_, next) => freshnessOf(next.at(-1)?.event)',
    replace:
      "(last, next) => (next.at(-1)?.event.type === 'AdsPullCompleted' ? freshnessOf(next.at(-1)?.event) : last)",
    specs: pastPulls,
  },
  {
    what: 'slots before the first pull count its first part alone',
    file: 'api/src/automation/past/past-pulls.ts',
    find: 'if (oldest !== undefined && event.data.from_day >= oldest) continue;',
    replace: 'if (oldest !== undefined) continue;',
    specs: pastPulls,
  },
  {
    what: 'a back-test decides on figures of today that could not be trusted',
    file: `${folder}/backtest/has-data.ts`,
    find: '(isTrusted && pulledAt !== null',
    replace: '(pulledAt !== null',
    specs: [`${folder}/backtest/has-data.unit.spec.ts`],
  },
  {
    what: "a draft's back-test has no limits of a day",
    file: 'domain/src/campaigns/custom-rule/evaluation/rule-memory.ts',
    find: 'isSaid ?? id !== null',
    replace: 'isSaid !== false && id !== null',
    specs: ['domain/src/campaigns/custom-rule/holds/holds.unit.spec.ts'],
  },
  {
    what: 'a restated day keeps its former counts in back-tests',
    file: 'domain/src/campaigns/custom-rule/evaluation/backtest/past-counts.ts',
    find: 'ofDay.sum = undefined;',
    replace: '',
    specs: ['domain/src/campaigns/custom-rule/evaluation/backtest/past-counts.unit.spec.ts'],
  },
  {
    what: 'a held run can be released for ever',
    file: `${folder}/runs/runs-of-custom-rule.ts`,
    find: ' || now >= heldUntil(run)) return false;',
    replace: ') return false;',
    specs,
  },
  {
    what: 'a run that is not held can be released',
    file: `${folder}/runs/runs-of-custom-rule.ts`,
    find: "if (state !== 'held' || as_of === null",
    replace: 'if (as_of === null',
    specs,
  },
  {
    what: 'a stored rule is tried without what it remembers',
    file: `${folder}/trials/evaluate-now.ts`,
    find: 'stored === null ? noMemory : ruleMemoryOf(',
    replace: 'stored !== null ? noMemory : ruleMemoryOf(',
    specs,
  },
  {
    what: 'units that match other cases of two rules count as matching both',
    file: `${folder}/conflicts/opposing-rules.ts`,
    find: 'return pairs.has(',
    replace: 'return !pairs.has(',
    specs,
  },
  {
    what: 'a page of verdicts begins with the last one of the page before',
    file: `${folder}/queries/custom-verdicts.ts`,
    find: 'verdicts.slice(last + 1, last + 1 + verdictsPerPage)',
    replace: 'verdicts.slice(last, last + 1 + verdictsPerPage)',
    specs,
  },
  {
    what: 'a version that others save replaces what is entered of a rule',
    file: `${page}/components/builder/state/use-draft.ts`,
    find: 'if (state.keptAt === null && state.version !== newest) setState(unedited());',
    replace: 'if (state.version !== newest) setState(unedited());',
    specs: [`${page}/builder.component.spec.tsx`],
  },
  {
    what: 'a label that a rule adds is drawn as a raise',
    file: `${page}/model/page/run-changes.ts`,
    find: "if (typeof old !== 'number' || typeof next !== 'number' || next === old) return null;",
    replace: "if (typeof old !== 'number' || typeof next !== 'number') return 'up';",
    specs: [`${page}/model/page/page.unit.spec.ts`],
  },
];
