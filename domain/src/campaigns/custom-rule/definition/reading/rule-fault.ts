import type { z } from 'zod';

/** Where in a rule something is: names of fields and indexes of lists. */
export type RulePath = readonly (string | number)[];

/** What is wrong with a rule that was entered. `isUnknownId`: it names something that the application does not have. */
export interface RuleFault {
  readonly path: RulePath;
  readonly message: string;
  readonly isUnknownId?: true;
}

/** A path as answers show it: `cases[0].when.all[1].window`. */
export const pathText = (path: RulePath): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');

/** What was entered as an object's fields; `undefined` for everything else. */
export function fieldsOf(entered: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof entered !== 'object' || entered === null || Array.isArray(entered)) return undefined;
  return entered as Readonly<Record<string, unknown>>;
}

const mostUnknown = 20;

const unknownField = (name: string, path: RulePath): RuleFault => {
  const start = name.slice(0, 40);
  return { path: [...path, start], message: `The field "${start}" is not known.` };
};

/** Fields that were entered and do not exist, the first twenty of them. */
export const unknownFields = (
  fields: Readonly<Record<string, unknown>>,
  existing: readonly string[],
  path: RulePath,
): RuleFault[] =>
  Object.keys(fields)
    .filter((name) => !existing.includes(name))
    .slice(0, mostUnknown)
    .map((name) => unknownField(name, path));

type Issue = z.core.$ZodIssue;

/** A part of a rule as it was read, or what is wrong with it. */
export type ReadPart<Part> =
  | { readonly part: Part; readonly faults: readonly [] }
  | { readonly part?: never; readonly faults: readonly RuleFault[] };

/** Reads one part; for each of its fields only the first fault is kept. */
export function readPart<Part>(schema: z.ZodType<Part>, entered: unknown, path: RulePath): ReadPart<Part> {
  const read = schema.safeParse(entered, { error: plainWords });
  if (read.success) return { part: read.data, faults: [] };
  const faults = new Map<string, RuleFault>();
  for (const fault of faultsOf(read.error.issues, path)) {
    const key = pathText(fault.path);
    if (!faults.has(key)) faults.set(key, fault);
  }
  return { faults: [...faults.values()] };
}

function faultsOf(issues: readonly Issue[], path: RulePath): RuleFault[] {
  return issues.flatMap((issue) => {
    const issuePath = [...path, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, mostUnknown).map((name) => unknownField(name, issuePath));
    }
    const branch = issue.code === 'invalid_union' ? closestBranch(issue.errors) : undefined;
    return branch === undefined ? [{ path: issuePath, message: issue.message }] : faultsOf(branch, issuePath);
  });
}

/** Of the ways to read a value, one that is of its kind and has the fewest faults. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const distance = (issues: readonly Issue[]): number =>
    issues.reduce((sum, issue) => {
      if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
      return sum + (issue.code === 'invalid_type' && issue.path.length === 0 ? 1000 : 1);
    }, 0);
  return branches.toSorted((left, right) => distance(left) - distance(right))[0];
}

const kindTexts: Readonly<Record<string, string>> = {
  string: 'Enter a text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Choose yes or no',
  array: 'Enter a list',
};

/** What is said of a field for which the schema has no words. */
function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kindTexts[issue.expected] ?? 'Enter its fields';
    case 'invalid_value':
      return `Choose one of ${issue.values.join(', ')}`;
    case 'too_small':
      if (issue.origin === 'number')
        return `Enter a number ${issue.inclusive ? 'of at least' : 'above'} ${issue.minimum}`;
      return issue.origin === 'string' ? 'Enter a text' : 'Choose at least one';
    case 'too_big': {
      if (issue.origin === 'number') return `Enter a number of at most ${issue.maximum}`;
      return `At most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'}`;
    }
    case 'invalid_union':
      return Array.isArray(issue.options) ? `Choose one of ${issue.options.join(', ')}` : 'Enter its fields';
    default:
      return 'This is not valid';
  }
}

/** Faults in the order in which what they are about was entered; what is missing comes after what its object has. */
export function inDocumentOrder(faults: readonly RuleFault[], entered: unknown): RuleFault[] {
  const located = faults.map((fault) => ({ fault, indexes: indexesOf(fault.path, entered) }));
  located.sort((left, right) => {
    const at = left.indexes.findIndex((index, depth) => index !== right.indexes[depth]);
    if (at === -1) return left.indexes.length - right.indexes.length;
    return (left.indexes[at] ?? -1) < (right.indexes[at] ?? -1) ? -1 : 1;
  });
  return located.map(({ fault }) => fault);
}

function indexesOf(path: RulePath, entered: unknown): number[] {
  let value = entered;
  return path.map((part) => {
    const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    const index = names.indexOf(String(part));
    value = index === -1 ? undefined : (value as Record<string, unknown>)[part];
    return index === -1 ? Number.MAX_SAFE_INTEGER : index;
  });
}
