import { expect } from 'vitest';
import { DomainError } from '../../../../shared/domain-error.ts';
import { sampleContext } from '../../sample-rules.fixture.ts';
import { type readAlertRule, readCustomRule } from './read-custom-rule.ts';
import type { RuleContext } from './rule-context.ts';

type Context = Omit<RuleContext, 'purpose'>;

/** Path and text of every fault; of what the application does not have, the code and the text. */
export function faultsOf(
  entered: unknown,
  context: Context = sampleContext,
  read: typeof readCustomRule | typeof readAlertRule = readCustomRule,
) {
  try {
    read(entered, context);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const errors = error.answer.errors as { path: string; message: string }[] | undefined;
    if (errors === undefined) return [`${error.code} ${error.message}`];
    expect(error.code).toBe('bad_rule');
    expect(error.message).toBe(errors[0]?.message);
    return errors.map(({ path, message }) => `${path}: ${message}`);
  }
  return [];
}

/** The first fault of a rule; 'none' for a good one. */
export const firstFault = (entered: unknown): string => faultsOf(entered)[0] ?? 'none';
