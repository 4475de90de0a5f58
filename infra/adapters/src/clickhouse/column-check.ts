import { z } from 'zod';

type Check = (value: unknown) => boolean;

/** A check of plain values that says the same as a schema and copies nothing; `undefined` for schemas that do more. */
function plainCheck(schema: z.ZodType): Check | undefined {
  if ((schema._zod.def.checks ?? []).length > 0) return undefined;
  if (schema instanceof z.ZodNumber) return Number.isFinite;
  if (schema instanceof z.ZodString) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodNullable) {
    const inner = plainCheck(schema.def.innerType as z.ZodType);
    return inner && ((value) => value === null || inner(value));
  }
  if (schema instanceof z.ZodArray) {
    const inner = plainCheck(schema.def.element as z.ZodType);
    return inner && ((value) => Array.isArray(value) && value.every(inner));
  }
  return undefined;
}

/**
 * Reads the values of a column. Columns of numbers and words are taken as they came, because answers have hundreds of thousands
 * of values.
 * @throws ZodError when a value does not fit.
 */
export function columnReader(field: z.ZodType): (values: unknown) => unknown[] {
  const isPlain = plainCheck(field);
  const column = z.array(field);
  return (values) => (isPlain && Array.isArray(values) && values.every(isPlain) ? values : column.parse(values));
}
