import { z } from 'zod';
import { badRequest } from '../advertising/ads-api-error.ts';
import type { Page } from './envelope.ts';

const OPERATORS = [
  'BETWEEN',
  'CONTAINS',
  'CONTAINS_ALL',
  'CONTAINS_ANY',
  'ENDSWITH',
  'EQUALS',
  'GREATER_THAN',
  'IN',
  'LESS_THAN',
  'LIKE',
  'STARTSWITH',
] as const;

const conditionSchema = z.object({
  field: z.string(),
  operator: z.enum(OPERATORS),
  values: z.array(z.union([z.string(), z.number(), z.boolean()])),
  ignoreCase: z.boolean().optional(),
});

/** The body of every find, and a part of every report request. */
export const selectorSchema = z.object({
  conditions: z.array(conditionSchema).nullish(),
  fields: z.array(z.string()).nullish(),
  orderBy: z
    .array(z.object({ field: z.string(), sortOrder: z.enum(['ASCENDING', 'DESCENDING']).default('ASCENDING') }))
    .nullish(),
  pagination: z
    .object({ offset: z.number().int().min(0).default(0), limit: z.number().int().min(1).max(1000).default(20) })
    .nullish(),
});

export type Selector = z.infer<typeof selectorSchema>;
export type Condition = z.infer<typeof conditionSchema>;

/** The fields of one object by name, as Apple shows them. */
export type FieldSource = Readonly<Record<string, unknown>>;

export interface Selected<T> {
  readonly items: readonly T[];
  readonly page: Page;
}

/**
 * Filters, sorts and cuts a page.
 *
 * @throws AdsApiError 400 for a condition or an order on a field the objects do not have
 */
export function select<T extends FieldSource>(all: readonly T[], selector: Selector): Selected<T> {
  const conditions = selector.conditions ?? [];
  const matching = all.filter((item) => conditions.every((condition) => matches(item, condition)));
  const sorted = orderItems(matching, selector.orderBy ?? []);
  const { offset, limit } = selector.pagination ?? { offset: 0, limit: 20 };
  const items = sorted.slice(offset, offset + limit);
  return { items, page: { totalResults: matching.length, startIndex: offset, itemsPerPage: items.length } };
}

/** Leaves out deleted objects unless a condition asks for them, as every list and find does. */
export function hideDeleted(selector: Selector): Selector {
  const conditions = selector.conditions ?? [];
  if (conditions.some((condition) => condition.field === 'deleted')) return selector;
  return { ...selector, conditions: [...conditions, { field: 'deleted', operator: 'EQUALS', values: ['false'] }] };
}

/** Keeps only the wanted fields; no list of fields keeps all. */
export function pickFields(item: FieldSource, fields: readonly string[] | null | undefined): FieldSource {
  if (fields === null || fields === undefined || fields.length === 0) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)));
}

export function orderItems<T extends FieldSource>(
  items: readonly T[],
  order: readonly { field: string; sortOrder: 'ASCENDING' | 'DESCENDING' }[],
): readonly T[] {
  if (order.length === 0) return items;
  return [...items].sort((left, right) => {
    for (const { field, sortOrder } of order) {
      const difference = compare(scalarOf(left[field]), scalarOf(right[field]));
      if (difference !== 0) return sortOrder === 'DESCENDING' ? -difference : difference;
    }
    return 0;
  });
}

/** Whether an object meets a condition; values come as text and are read in the field's own type. */
export function matches(item: FieldSource, condition: Condition): boolean {
  if (!(condition.field in item)) throw badRequest('Invalid field', condition.field, 'INVALID_ATTRIBUTE_TYPE');
  const raw = item[condition.field];
  const fold = (value: unknown) => (condition.ignoreCase === true ? String(value).toLowerCase() : String(value));
  const wanted = wantedBy(condition, fold);
  const fieldValues = Array.isArray(raw) ? raw.map(fold) : [fold(scalarOf(raw))];
  const [first = ''] = fieldValues;
  const [value = '', second = ''] = condition.values.slice(0, 2).map(fold);
  switch (condition.operator) {
    case 'EQUALS':
      return Array.isArray(raw)
        ? fieldValues.length === wanted.size && [...wanted].every((entry) => fieldValues.includes(entry))
        : first === value;
    case 'IN':
    case 'CONTAINS_ANY':
      return fieldValues.some((entry) => wanted.has(entry));
    case 'CONTAINS_ALL':
      return [...wanted].every((entry) => fieldValues.includes(entry));
    case 'CONTAINS':
    case 'LIKE':
      return first.includes(value);
    case 'STARTSWITH':
      return [...wanted].some((entry) => first.startsWith(entry));
    case 'ENDSWITH':
      return [...wanted].some((entry) => first.endsWith(entry));
    case 'GREATER_THAN':
      return compareTexts(first, value) > 0;
    case 'LESS_THAN':
      return compareTexts(first, value) < 0;
    case 'BETWEEN':
      return compareTexts(first, value) >= 0 && compareTexts(first, second) <= 0;
  }
}

const wantedSets = new WeakMap<Condition, ReadonlySet<string>>();

/** A condition's values in their order; made once, because every object is asked and a list of ids is long. */
function wantedBy(condition: Condition, fold: (value: unknown) => string): ReadonlySet<string> {
  const cached = wantedSets.get(condition);
  if (cached !== undefined) return cached;
  const made = new Set(condition.values.map(fold));
  wantedSets.set(condition, made);
  return made;
}

function scalarOf(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'amount' in value) return Number(value.amount);
  return value;
}

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return compareTexts(String(left ?? ''), String(right ?? ''));
}

function compareTexts(left: string, right: string): number {
  const bothNumbers = left !== '' && right !== '' && !Number.isNaN(Number(left)) && !Number.isNaN(Number(right));
  if (bothNumbers) return Number(left) - Number(right);
  return left < right ? -1 : left > right ? 1 : 0;
}
