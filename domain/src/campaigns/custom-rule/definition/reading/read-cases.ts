import { forbiddenInNames } from '../../../../shared/name-characters.ts';
import { caseField, mostActions, mostCases } from '../custom-rule.ts';
import { actionField } from '../rule-actions.ts';
import { type ActionAtPath, checkAction } from './check-action.ts';
import { checkFields, checkWindows } from './check-cases.ts';
import { checkTest, type JudgedLevel } from './check-test.ts';
import { conditionsMissing, type ReadConditions, readConditions } from './read-conditions.ts';
import type { RuleContext } from './rule-context.ts';
import { fieldsOf, type RulePath, readPart, unknownFields } from './rule-fault.ts';

/** What the cases of a rule have come to. */
export interface ReadCases extends ReadConditions {
  readonly actions: ActionAtPath[];
  /** Actions that are missing or could not be read. */
  unreadActions: number;
}

/** @param level `undefined` when the level itself is wrong. */
export function readCases(entered: unknown, level: JudgedLevel | undefined, context: RuleContext): ReadCases {
  const read: ReadCases = { tests: [], actions: [], faults: [], entered: 0, unreadActions: 0 };
  if (!Array.isArray(entered) || entered.length === 0) {
    read.faults.push({ path: ['cases'], message: conditionsMissing });
    return read;
  }
  if (entered.length > mostCases) {
    read.faults.push({ path: ['cases'], message: `At most ${mostCases} cases in one rule` });
  }
  for (const [index, ruleCase] of entered.slice(0, mostCases).entries()) readCase(ruleCase, ['cases', index], read);
  for (const test of read.tests) read.faults.push(...checkTest(test, level));
  for (const action of read.actions) read.faults.push(...checkAction(action, level, context));
  read.faults.push(...checkWindows(read.tests, read.actions));
  const isOnlyNotices = read.unreadActions === 0 && read.actions.every(({ action }) => action.do === 'notify');
  if (context.purpose === 'rule' && isOnlyNotices) {
    const message = 'A rule needs at least one change; for notices alone make an alert';
    read.faults.push({ path: ['cases', 0, 'then'], message });
  }
  return read;
}

function readCase(entered: unknown, path: RulePath, read: ReadCases): void {
  const fields = fieldsOf(entered);
  if (fields === undefined) {
    read.faults.push({ path, message: conditionsMissing });
    read.unreadActions += 1;
    return;
  }
  const { shape } = caseField;
  read.faults.push(...unknownFields(fields, Object.keys(shape), path));
  const namePath = [...path, 'name'];
  read.faults.push(...readPart<unknown>(shape.name, fields.name, namePath).faults);
  if (typeof fields.name === 'string' && forbiddenInNames.test(fields.name))
    read.faults.push({ path: namePath, message: 'Use at most 60 characters and no control characters' });
  readConditions(fields.when, [...path, 'when'], read);
  readActions(fields.then, [...path, 'then'], read);
  read.faults.push(...readPart<unknown>(shape.once, fields.once, [...path, 'once']).faults);
}

function readActions(entered: unknown, path: RulePath, read: ReadCases): void {
  if (!Array.isArray(entered) || entered.length === 0) {
    read.faults.push({ path, message: 'Add at least one action' });
    read.unreadActions += 1;
    return;
  }
  if (entered.length > mostActions) read.faults.push({ path, message: `At most ${mostActions} actions in one case` });
  const actions: ActionAtPath[] = [];
  for (const [index, enteredAction] of entered.slice(0, mostActions).entries()) {
    const { part, faults } = readPart(actionField, enteredAction, [...path, index]);
    read.faults.push(...faults);
    if (part === undefined) read.unreadActions += 1;
    else actions.push({ path: [...path, index], action: part });
  }
  read.faults.push(...checkFields(actions));
  read.actions.push(...actions);
}
