import type { z } from 'zod';

/** Turns the recorded data of one version of an event type into the form of the next version. Pure. */
export interface Upcaster {
  readonly type: string;
  /** The version it reads; it gives `from + 1`. */
  readonly from: number;
  readonly upcast: (data: unknown) => unknown;
}

/**
 * Declares an upcaster.
 * @param definition.recorded What the upcaster needs of the old form, usually a `z.looseObject`, so that the rest passes through.
 * @throws from `upcast`: ZodError for data that do not have the old form.
 */
export function defineUpcaster<Recorded extends z.ZodType>(definition: {
  type: string;
  from: number;
  recorded: Recorded;
  upcast: (data: z.infer<Recorded>) => Record<string, unknown>;
}): Upcaster {
  const { type, from, recorded, upcast } = definition;
  return { type, from, upcast: (data) => upcast(recorded.parse(data)) };
}
