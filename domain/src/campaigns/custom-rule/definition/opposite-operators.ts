import type { TestOperator } from './custom-rule.ts';

/** What a test is when it must not be true. */
export const oppositeOperators: Readonly<Record<TestOperator, TestOperator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '=': '!=',
  '!=': '=',
  between: 'outside',
  outside: 'between',
  empty: 'not_empty',
  not_empty: 'empty',
};
