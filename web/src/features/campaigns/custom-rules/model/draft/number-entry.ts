import type { DraftFault, DraftParam, NumberText } from './draft-types.ts';
import { type NumberForm, numberOf, resolved } from './entered-numbers.ts';

/** Reads numbers of a draft, and notes those that are none. */
export interface NumberEntry {
  readonly required: (text: NumberText, form: NumberForm, path: string, message?: string) => number;
  /** @returns `undefined` for an empty text. */
  readonly optional: (text: NumberText, form: NumberForm, path: string) => number | undefined;
}

/** @param faults gets what is missing or no number. */
export function numberEntry(params: readonly DraftParam[], faults: DraftFault[]): NumberEntry {
  const required: NumberEntry['required'] = (text, form, path, message = 'Enter a number') => {
    const number = numberOf(resolved(text, params), form);
    if (number === null) faults.push({ path, message });
    return number ?? 0;
  };
  return {
    required,
    optional: (text, form, path) => (resolved(text, params).trim() === '' ? undefined : required(text, form, path)),
  };
}
