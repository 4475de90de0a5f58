import { mostInGroup, type RuleTest, testField } from '../custom-rule.ts';
import { fieldsOf, type RuleFault, type RulePath, readPart, unknownFields } from './rule-fault.ts';

const deepestGroup = 4;
const mostTests = 20;

/** A test and where it was entered. */
export interface TestAtPath {
  readonly path: RulePath;
  readonly test: RuleTest;
}

/** What the conditions of all cases of a rule have come to so far. */
export interface ReadConditions {
  readonly tests: TestAtPath[];
  readonly faults: RuleFault[];
  /** Tests entered, good or not. */
  entered: number;
}

export const conditionsMissing = 'Add at least one condition';

/** Reads a node and everything below it, never deeper and never more than a rule may have. */
export function readConditions(entered: unknown, path: RulePath, read: ReadConditions, depth = 0): void {
  const fields = fieldsOf(entered);
  const add = (at: RulePath, message: string): void => void read.faults.push({ path: at, message });
  if (fields === undefined) {
    add(path, conditionsMissing);
    return;
  }
  const group = (['all', 'any', 'not'] as const).find((name) => Object.hasOwn(fields, name));
  if (group === undefined) {
    readTest(entered, path, read);
    return;
  }
  if (depth === deepestGroup) {
    add(path, `Groups can be nested ${deepestGroup} deep`);
    return;
  }
  read.faults.push(...unknownFields(fields, [group], path));
  const children = fields[group];
  const groupPath = [...path, group];
  if (group === 'not') {
    readConditions(children, groupPath, read, depth + 1);
    return;
  }
  if (!Array.isArray(children) || children.length === 0) {
    add(groupPath, conditionsMissing);
    return;
  }
  if (children.length > mostInGroup) add(groupPath, `At most ${mostInGroup} conditions in one group`);
  for (const [index, child] of children.slice(0, mostInGroup).entries()) {
    readConditions(child, [...groupPath, index], read, depth + 1);
  }
}

function readTest(entered: unknown, path: RulePath, read: ReadConditions): void {
  read.entered += 1;
  if (read.entered > mostTests) {
    const isFirst = read.entered === mostTests + 1;
    if (isFirst) read.faults.push({ path, message: `At most ${mostTests} conditions in one rule` });
    return;
  }
  const { part, faults } = readPart(testField, entered, path);
  read.faults.push(...faults);
  if (part !== undefined) read.tests.push({ path, test: part });
}
