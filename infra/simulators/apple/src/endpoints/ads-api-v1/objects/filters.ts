import { badRequest } from '../../advertising/ads-api-error.ts';
import type { Filter, ObjectView, Operator, Sorting } from './query-request.ts';

/** The operators that each field of a kind of object takes; other fields cannot be filtered by. */
export type FilterableFields = Readonly<Record<string, readonly Operator[]>>;

const LISTS: ReadonlySet<Operator> = new Set<Operator>([
  'IN',
  'NOT_IN',
  'BETWEEN',
  'CONTAINS_ANY',
  'CONTAINS_ALL',
  'NOT_CONTAINS_ANY',
  'NOT_CONTAINS_ALL',
]);
const MOST_VALUES = 1_000;

/** @throws AdsApiError 400 for a filter on another field, with another operator, or with a value of another form */
export function checkFilters(filters: readonly Filter[], fields: FilterableFields): void {
  for (const { field, operator, value } of filters) {
    const allowed = fields[field];
    if (allowed === undefined) throw badRequest(`Field, ${field}, is invalid`, field, 'INVALID_FIELD');
    if (!allowed.includes(operator))
      throw badRequest(`${field} must use ${allowed.join(' or ')} operator`, field, 'INVALID_INPUT');
    if (operator === 'IS_NULL' || operator === 'IS_NOT_NULL') continue;
    if (value === undefined || value === null) throw badRequest('Filter value required', field, 'REQUIRED_VALUE_FIELD');
    if (LISTS.has(operator) !== Array.isArray(value))
      throw badRequest(
        `${operator} takes ${LISTS.has(operator) ? 'a list' : 'one value'}`,
        field,
        'INVALID_VALUE_FIELD',
      );
    if (Array.isArray(value) && value.length > MOST_VALUES)
      throw badRequest(`More than ${MOST_VALUES} values`, field, 'INVALID_VALUE_FIELD');
  }
}

/** Whether an object meets a filter that was checked. A function, because the values of a long list are looked up often. */
export function meets({ field, operator, value, ignoreCase }: Filter): (view: ObjectView) => boolean {
  const fold = (raw: unknown) => (ignoreCase === true ? String(raw).toLowerCase() : String(raw));
  const values = (Array.isArray(value) ? value : [value]).map(fold);
  const [first = '', second = ''] = values;
  const wanted = new Set(values);
  const test = testOf(operator, { first, second, wanted });
  return (view) => {
    const raw = view[field];
    if (operator === 'IS_NULL') return isEmpty(raw);
    if (operator === 'IS_NOT_NULL') return !isEmpty(raw);
    return test(Array.isArray(raw) ? raw.map(fold) : [raw === undefined || raw === null ? '' : fold(raw)]);
  };
}

const isEmpty = (raw: unknown): boolean =>
  raw === undefined || raw === null || (Array.isArray(raw) && raw.length === 0);

interface Wanted {
  readonly first: string;
  readonly second: string;
  readonly wanted: ReadonlySet<string>;
}

function testOf(operator: Operator, { first, second, wanted }: Wanted): (texts: readonly string[]) => boolean {
  const any = (texts: readonly string[]) => texts.some((text) => wanted.has(text));
  const all = (texts: readonly string[]) => [...wanted].every((text) => texts.includes(text));
  const single = (test: (text: string) => boolean) => (texts: readonly string[]) => test(texts[0] ?? '');
  switch (operator) {
    case 'EQUALS':
    case 'IN':
    case 'CONTAINS_ANY':
      return any;
    case 'NOT_EQUALS':
    case 'NOT_IN':
    case 'NOT_CONTAINS_ANY':
      return (texts) => !any(texts);
    case 'CONTAINS_ALL':
      return all;
    case 'NOT_CONTAINS_ALL':
      return (texts) => !all(texts);
    case 'LIKE':
      return single((text) => text.includes(first));
    case 'NOT_LIKE':
      return single((text) => !text.includes(first));
    case 'STARTS_WITH':
      return single((text) => text.startsWith(first));
    case 'ENDS_WITH':
      return single((text) => text.endsWith(first));
    case 'GREATER_THAN':
      return single((text) => compare(text, first) > 0);
    case 'GREATER_THAN_OR_EQUAL_TO':
      return single((text) => compare(text, first) >= 0);
    case 'LESS_THAN':
      return single((text) => compare(text, first) < 0);
    case 'LESS_THAN_OR_EQUAL_TO':
      return single((text) => compare(text, first) <= 0);
    case 'BETWEEN':
      return single((text) => compare(text, first) >= 0 && compare(text, second) <= 0);
    default:
      return () => true;
  }
}

/** @throws AdsApiError 400 for a field that objects of the kind are not sorted by */
export function sortedBy<View extends ObjectView>(
  views: readonly View[],
  sorting: Sorting,
  sortable: readonly string[],
): readonly View[] {
  const unknown = sorting.find(({ field }) => !sortable.includes(field));
  if (unknown !== undefined) throw badRequest(`Field, ${unknown.field}, is invalid`, unknown.field, 'INVALID_FIELD');
  if (sorting.length === 0) return views;
  return [...views].sort((left, right) => {
    for (const { field, order } of sorting) {
      const difference = compare(scalarOf(left[field]), scalarOf(right[field]));
      if (difference !== 0) return order === 'DESC' ? -difference : difference;
    }
    return 0;
  });
}

function scalarOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'amount' in value) return String(value.amount);
  return String(value ?? '');
}

function compare(left: string, right: string): number {
  const bothNumbers = left !== '' && right !== '' && !Number.isNaN(Number(left)) && !Number.isNaN(Number(right));
  if (bothNumbers) return Number(left) - Number(right);
  return left < right ? -1 : left > right ? 1 : 0;
}
