import { z } from 'zod';

/** What events are about: each belongs to the part of the domain that decides it. */
export type EventContext =
  | 'account'
  | 'alert'
  | 'ads-connection'
  | 'ads-report'
  | 'application'
  | 'automation'
  | 'billing'
  | 'campaign'
  | 'change'
  | 'change-set'
  | 'creation'
  | 'exchange-rate'
  | 'failure'
  | 'follower'
  | 'install'
  | 'label'
  | 'lease'
  | 'log-format'
  | 'mail'
  | 'parking'
  | 'past-tables'
  | 'prediction'
  | 'process-engine'
  | 'product-page'
  | 'projection'
  | 'scheduled-report'
  | 'search-term-decision'
  | 'shared'
  | 'sql'
  | 'store-sales'
  | 'subscription'
  | 'suggestion'
  | 'team'
  | 'usage'
  | 'webhook'
  | 'write-call';

/** One entry of the event catalogue: what may be written to the log, where, and what it means. */
export interface EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly type: Type;
  readonly context: EventContext;
  readonly stream: string;
  readonly meaning: string;
  /** Of the form `schema` describes; raised together with an upcaster, see `domain/src/upcasters/README.md`. */
  readonly version: number;
  readonly schema: Schema;
}

/**
 * Declares an event. Fields that the schema does not have are never written. An older program that reads the log of a newer one may
 * meet some, and uses the fields it knows.
 */
export function defineEvent<const Type extends string, Shape extends z.ZodRawShape>(definition: {
  type: Type;
  context: EventContext;
  stream: string;
  meaning: string;
  version?: number;
  data: Shape;
}): EventDefinition<Type, z.ZodObject<Shape>> {
  const { type, context, stream, meaning, version = 1 } = definition;
  return { type, context, stream, meaning, version, schema: z.object(definition.data) };
}

/** The event a definition describes, as it is handed to `evolve` functions and projections. */
export type EventOf<D> =
  D extends EventDefinition<infer Type, infer Schema> ? { type: Type; data: z.infer<Schema> } : never;
