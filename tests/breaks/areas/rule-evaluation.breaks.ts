import type { Break } from '../break.ts';

const rules = 'domain/src/campaigns/custom-rule';
const workedExamples = `${rules}/evaluation/worked-examples.unit.spec.ts`;
const properties = `${rules}/evaluation/rule-properties.unit.spec.ts`;

/** What rules that people write decide about units, and why. */
export const ruleEvaluationBreaks: readonly Break[] = [
  {
    what: 'days that are not in count as days without traffic',
    file: `${rules}/numbers/read-figure.ts`,
    find: "if (isUncovered(figure, view, window, range)) return unknownReading('not_known', range);",
    replace: '',
    specs: [`${rules}/numbers/coverage.unit.spec.ts`],
  },
  {
    what: 'a day amid days that are in counts as one of them',
    file: 'domain/src/shared/calendar/day-spans.ts',
    find: 'if (last === undefined || addDays(last.to, 1) < range.from) joined.push(range);',
    replace: 'if (last === undefined || addDays(last.to, 90) < range.from) joined.push(range);',
    specs: ['api/src/automation/past/past-pulls.unit.spec.ts'],
  },
  {
    what: 'what is not known counts as false',
    file: `${rules}/conditions/evaluate-case.ts`,
    find: 'if (truth === null) isUnknown = true;',
    replace: 'if (truth === undefined) isUnknown = true;',
    specs: [workedExamples],
  },
  {
    what: 'a case after one that is not known is asked',
    file: `${rules}/evaluation/decide-unit.ts`,
    find: "if (truth === null) return decisionOf(view, { verdict: 'no_data', case: planned.conditions.index });",
    replace: 'if (truth === null) continue;',
    specs: [`${rules}/conditions/cases.unit.spec.ts`],
  },
  {
    what: 'of two cases that are true the later one decides',
    file: `${rules}/evaluation/decide-unit.ts`,
    find: 'for (const planned of cases) {',
    replace: 'for (const planned of [...cases].reverse()) {',
    specs: [`${rules}/conditions/cases.unit.spec.ts`, properties],
  },
  {
    what: 'of two cases that are true both act',
    file: `${rules}/evaluation/decide-unit.ts`,
    find: 'if (truth) return decideCase(planned, view);',
    replace: 'if (truth) return decideCase({ ...planned, actions: cases.flatMap(({ actions }) => actions) }, view);',
    specs: [`${rules}/conditions/cases.unit.spec.ts`],
  },
  {
    what: 'what was computed is answered as it was rounded',
    file: `${rules}/actions/limited-amount.ts`,
    find: 'const computed = nearestMicros(exact);',
    replace: 'const computed = nearestMicros(wanted);',
    specs: [`${rules}/actions/actions.unit.spec.ts`],
  },
  {
    what: 'a time range ends with a day that is not over',
    file: `${rules}/numbers/figure-windows.ts`,
    find: 'const to = addDays(day, -window.shift);',
    replace: 'const to = addDays(day, 1 - window.shift);',
    specs: [`${rules}/numbers/days.unit.spec.ts`],
  },
  {
    what: 'a pull completes a day as soon as it is over',
    file: `${rules}/numbers/complete-days.ts`,
    find: 'endOf(facts, day, facts.completeAfterHours)',
    replace: 'endOf(facts, day, 0)',
    specs: [`${rules}/numbers/days.unit.spec.ts`],
  },
  {
    what: 'figures that were restated may be used again within the cool-down',
    file: `${rules}/holds/hold-of.ts`,
    find: 'if (data.asOf >= until) return undefined;',
    replace: 'if (data.asOf >= until || data.pulledAt !== null) return undefined;',
    specs: [`${rules}/holds/holds.unit.spec.ts`],
  },
  {
    what: 'a raise is not held while another rule has just lowered',
    file: `${rules}/holds/hold-of.ts`,
    find: "if (direction !== 'up') return undefined;",
    replace: "if (direction !== 'none') return undefined;",
    specs: [`${rules}/holds/holds.unit.spec.ts`],
  },
  {
    what: 'binary fractions decide what is equal',
    file: `${rules}/numbers/exact-value.ts`,
    find: 'Math.abs(apart) > error ? apart : compareWhole(left, right)',
    replace: 'apart',
    specs: [`${rules}/numbers/exact-value.unit.spec.ts`],
  },
  {
    what: 'a bid is aimed at from figures under their floor',
    file: `${rules}/actions/tap-worth.ts`,
    find: 'if (taps < leastTaps)',
    replace: 'if (taps < 1)',
    specs: [workedExamples],
  },
  {
    what: 'a raise may end below where it began',
    file: `${rules}/actions/limited-amount.ts`,
    find: "(direction === 'up' && amount > base)",
    replace: "(direction === 'up' && amount !== base)",
    specs: [`${rules}/actions/actions.unit.spec.ts`],
  },
  {
    what: 'figures of a search term that could not be read are known where it is written in two ways',
    file: 'projections/src/reading/rule-figures/sums/statement-sums.ts',
    find: 'name === this.marks ? sum | added : sum + added',
    replace: 'name === this.marks ? sum & added : sum + added',
    specs: ['projections/src/reading/rule-figures/sums/statement-sums.unit.spec.ts'],
  },
  {
    what: 'a rule trusts the surest prediction instead of the least sure one',
    file: 'projections/src/reading/rule-figures/sums/live-sums.ts',
    find: 'if (grade >= 0 && grade < least && ',
    replace: 'if (grade >= 0 && (least === confidenceGrades.length || grade > least) && ',
    specs: ['projections/src/reading/rule-figures/sums/statement-sums.unit.spec.ts'],
  },
];
