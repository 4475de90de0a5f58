import type { z } from 'zod';

/** The parts of a schema's definition that are looked at here, in zod's own form. */
interface SchemaDefinition {
  readonly type: string;
  readonly coerce?: boolean;
  readonly checks?: ReadonlyArray<{ readonly _zod: { readonly def: { readonly check: string } } }>;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly items?: readonly z.ZodType[];
  readonly rest?: z.ZodType | null;
}

const plain = new Set([
  'string',
  'number',
  'int',
  'boolean',
  'null',
  'literal',
  'enum',
  'unknown',
  'never',
  'undefined',
]);
const composed = new Set(['object', 'array', 'nullable', 'optional', 'union', 'record', 'tuple', 'readonly']);

/**
 * Whether parsing can turn data that fit the schema into other data: by a default, a transformation, a coercion. Unknown fields of
 * objects, which parsing drops, do not count. For a kind of schema that is not known here the answer is yes.
 */
export function changesOnParse(schema: z.ZodType): boolean {
  const definition = schema._zod.def as unknown as SchemaDefinition;
  if (definition.coerce === true) return true;
  if (definition.checks?.some((check) => check._zod.def.check === 'overwrite')) return true;
  if (plain.has(definition.type)) return false;
  if (!composed.has(definition.type)) return true;
  const { shape = {}, options = [], items = [] } = definition;
  const { catchall, element, innerType, keyType, valueType, rest } = definition;
  return [...Object.values(shape), ...options, ...items, catchall, element, innerType, keyType, valueType, rest].some(
    (part) => part !== undefined && part !== null && changesOnParse(part),
  );
}
