import { chunksOf } from '../../../../shared/chunks.ts';

/** Digits of base 64, five bits and whether another one follows in each, as source maps have them. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const bits = 32;
/** In the place of a number that is not there. */
const nothing = '-';
const codeOfNothing = nothing.charCodeAt(0);
/** Up to here a difference and its sign are exact. */
const largest = 2 ** 50;

/** Whole numbers in steps from one to the next, or `null`. */
export const stepsField = /^[A-Za-z0-9+/-]*$/;

export const isStepped = (value: number): boolean =>
  Number.isInteger(value) && Math.abs(value) <= largest && !Object.is(value, -0);

/** A text that is put together letter by letter keeps each of its beginnings in memory, so letters are gathered here. */
const lettersAtOnce = 4096;

/** Numbers that lie near each other in few letters. @param values Such as `isStepped` has. */
export function writeSteps(values: readonly (number | null)[]): string {
  const codes: number[] = [];
  let before = 0;
  for (const value of values) {
    if (value === null) {
      codes.push(codeOfNothing);
      continue;
    }
    const step = value - before;
    before = value;
    let rest = step < 0 ? -2 * step - 1 : 2 * step;
    while (rest >= bits) {
      codes.push(digits.charCodeAt(bits + (rest % bits)));
      rest = Math.floor(rest / bits);
    }
    codes.push(digits.charCodeAt(rest));
  }
  if (codes.length <= lettersAtOnce) return String.fromCharCode(...codes);
  return chunksOf(codes, lettersAtOnce)
    .map((part) => String.fromCharCode(...part))
    .join('');
}

/** @throws RangeError for letters that are no digits. */
export function readSteps(text: string): (number | null)[] {
  const values: (number | null)[] = [];
  let before = 0;
  let read = 0;
  let weight = 1;
  for (const letter of text) {
    if (letter === nothing) {
      values.push(null);
      continue;
    }
    const digit = digits.indexOf(letter);
    if (digit === -1) throw new RangeError(`Not a digit: ${letter}`);
    read += (digit % bits) * weight;
    weight *= bits;
    if (digit >= bits) continue;
    before += read % 2 === 1 ? -(read + 1) / 2 : read / 2;
    values.push(before);
    read = 0;
    weight = 1;
  }
  return values;
}
