import { z } from 'zod';

/** A field as the store documents it, and other forms that leave no doubt what is meant. */
export interface LenientField<T> {
  readonly documented: z.ZodType<T>;
  readonly readable: z.ZodType<T>;
}

/** What could be read of an object, and the fields that have another form than the documented one, by their path. */
export type FieldValues<Fields extends Record<string, LenientField<unknown>>> = {
  [Name in keyof Fields]: Fields[Name] extends LenientField<infer T> ? T | null : never;
};

/** Reads each field by itself: one that cannot be read is `null`, and never keeps the others from being read. */
export function readFields<const Fields extends Record<string, LenientField<unknown>>>(
  fields: Fields,
  from: Readonly<Record<string, unknown>>,
  odd: string[],
  path = '',
): FieldValues<Fields> {
  const values = Object.entries(fields).map(([name, field]) => [name, readField(field, from[name], odd, path + name)]);
  return Object.fromEntries(values) as FieldValues<Fields>;
}

/** Reads one field; `null` where it is absent or cannot be read. */
export function readField<T>(field: LenientField<T>, value: unknown, odd: string[], path: string): T | null {
  if (value === undefined || value === null) return null;
  const documented = field.documented.safeParse(value);
  if (documented.success) return documented.data;
  odd.push(path);
  return field.readable.safeParse(value).data ?? null;
}

/** The object of a field; `null` where there is none. */
export function readObject(value: unknown, odd: string[], path: string): Readonly<Record<string, unknown>> | null {
  if (value === undefined || value === null) return null;
  const parsed = z.record(z.string(), z.unknown()).safeParse(value);
  if (!parsed.success) odd.push(path);
  return parsed.data ?? null;
}

const numeric = z
  .string()
  .trim()
  .regex(/^-?\d{1,17}(\.\d{1,9})?$/)
  .transform(Number);
const asText = z.union([z.number(), z.boolean()]).transform(String);
/** The last instant that a date of four digits can have. */
const lastInstant = 253_402_300_799_999;

/** Text of a limited length. */
export const textField = (longest: number): LenientField<string> => ({
  documented: z.string().max(longest),
  readable: asText,
});

/** The same of a set that is open: what is no text is kept as what it is. */
export const wordField = (longest: number): LenientField<string> => ({
  documented: z.string().max(longest),
  readable: z
    .unknown()
    .transform((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, longest)),
});

/** An id: printable, as it becomes part of the name of a stream. */
export const idField = (longest: number): LenientField<string> => ({
  documented: z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${longest}}$`)),
  readable: z.number().int().nonnegative().transform(String),
});

export const millisField: LenientField<number> = {
  documented: z.number().int().nonnegative().max(lastInstant),
  readable: z
    .union([z.number(), numeric, z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))])
    .transform((millis) => Math.trunc(millis))
    .pipe(z.number().int().nonnegative().max(lastInstant)),
};

export const wholeField: LenientField<number> = {
  documented: z.number().int(),
  readable: numeric.pipe(z.number().int()),
};

/** A number that need not be whole. */
export const numberField: LenientField<number> = { documented: z.number(), readable: numeric };

/** An amount in thousandths: whole as documented, and in millionths still a number that is exact. */
const mostThousandths = Math.floor(Number.MAX_SAFE_INTEGER / 1000);
const amount = z.number().min(-mostThousandths).max(mostThousandths);
export const thousandthsField: LenientField<number> = {
  documented: amount.int(),
  readable: z.union([amount, numeric.pipe(amount)]),
};

export const booleanField: LenientField<boolean> = {
  documented: z.boolean(),
  readable: z.union([
    z.literal(['true', 'TRUE', 'True', '1', 1]).transform(() => true),
    z.literal(['false', 'FALSE', 'False', '0', 0]).transform(() => false),
  ]),
};

/** A switch that is documented as 0 or 1. */
export const switchField: LenientField<number> = {
  documented: z.number().int(),
  readable: z.union([
    z.literal(['true', '1', true]).transform(() => 1),
    z.literal(['false', '0', false]).transform(() => 0),
  ]),
};

/** A number, a boolean or an instant that is documented as text. */
export const writtenField = (longest: number): LenientField<string> => ({
  documented: z.string().max(longest),
  readable: asText,
});
