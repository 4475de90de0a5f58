import { z } from 'zod';

const OPERATORS = [
  'EQUALS',
  'NOT_EQUALS',
  'IN',
  'NOT_IN',
  'LIKE',
  'NOT_LIKE',
  'STARTS_WITH',
  'ENDS_WITH',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL_TO',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL_TO',
  'BETWEEN',
  'CONTAINS_ANY',
  'CONTAINS_ALL',
  'NOT_CONTAINS_ANY',
  'NOT_CONTAINS_ALL',
  'IS_NULL',
  'IS_NOT_NULL',
] as const;

export type Operator = (typeof OPERATORS)[number];

const filterSchema = z.strictObject({
  field: z.string(),
  operator: z.enum(OPERATORS),
  value: z.unknown().optional(),
  ignoreCase: z.boolean().optional(),
});

export const sortingSchema = z.array(z.strictObject({ field: z.string(), order: z.enum(['ASC', 'DESC']) }));

/** The body of a query for objects. */
export const queryRequest = z.strictObject({
  filters: z.array(filterSchema).optional(),
  sorting: sortingSchema.optional(),
  pagination: z
    .strictObject({
      offset: z.number().int().min(0).optional(),
      pageSize: z.number().int().min(1).optional(),
      fetchTotalCount: z.boolean().optional(),
    })
    .optional(),
});

export type QueryRequest = z.infer<typeof queryRequest>;
export type Filter = z.infer<typeof filterSchema>;
export type Sorting = z.infer<typeof sortingSchema>;

/** The fields of one object by name, as the Platform API shows them. */
export type ObjectView = Readonly<Record<string, unknown>>;
