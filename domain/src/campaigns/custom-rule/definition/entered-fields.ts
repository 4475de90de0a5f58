import { z } from 'zod';
import { windowFault, windowForm } from './window-form.ts';

const numberText = 'Enter a number';

/** Counts, fractions and amounts alike; at most six decimals, so that millionths of it are whole and exact. */
export const decimal = (missing: string) =>
  z
    .number({ error: missing })
    .min(-1e9, { error: 'Enter a number of at least -1,000,000,000' })
    .max(1e9, { error: 'Enter a number of at most 1,000,000,000' })
    .refine(hasSixDecimals, { error: 'At most six decimals are allowed' });
export const positive = (missing: string) =>
  decimal(missing).refine((value) => value > 0, { error: 'Enter a number above 0' });
export const decimalField = decimal(numberText);
export const positiveField = positive(numberText);
export const notNegativeField = decimalField.refine((value) => value >= 0, { error: 'Enter a number of at least 0' });

export const percentField = (most: number) =>
  decimalField.refine((percent) => percent > 0 && percent <= most, {
    error: `Percent must be above 0 and at most ${most}`,
  });

/** Whether a number is a whole number of millionths. */
export function hasSixDecimals(value: number): boolean {
  return Number.isSafeInteger(Math.round(value * 1e6)) && Math.round(value * 1e6) / 1e6 === value;
}

/** Ids of the ad service and of labels. */
export const idField = z.number().int().positive();

/** `Nd`, `Nd-S`, `Nd-mature`, or a name; N of 1 to 90 days, ending S of 0 to 60 days before the newest complete one. */
export const windowField = z
  .string({ error: 'Choose a time range' })
  .regex(windowForm, { error: ({ input }) => windowFault(String(input)) });
