/** Micros in one unit of a currency. */
export const microsPerUnit = 1_000_000;

const decimalForm = /^(-?)(\d{1,10})(?:\.(\d{1,6}))?$/;

/**
 * Reads a decimal amount without ever passing through a binary fraction: `'1.25'` is 1250000.
 * @throws RangeError for anything but plain digits with at most six decimals, and for amounts no integer can hold.
 */
export function microsFromDecimalString(text: string): number {
  const match = decimalForm.exec(text);
  if (match === null) throw new RangeError(`Not a decimal amount: ${text.slice(0, 40)}`);
  const [, sign = '', whole = '', decimals = ''] = match;
  const micros = Number(whole + decimals.padEnd(6, '0'));
  if (!Number.isSafeInteger(micros)) throw new RangeError(`Amount too large: ${text}`);
  return sign === '-' && micros !== 0 ? -micros : micros;
}

const reportForm = /^([+\-−]?)(\d{0,10})(?:\.(\d{0,15}))?(-?)$/;

/**
 * Reads an amount in any of the spellings of the store's files: `6.99`, `+6.99`, `-6.99`, `6.99-`, `.99`, `7.` and with more decimals than
 * an amount has, which are rounded. Thousands are not separated in them, and nothing that could be read in two ways is read.
 * @returns micros; `null` for anything else, and for amounts no integer can hold.
 */
export function microsFromReportAmount(text: string): number | null {
  const [, sign = '', whole = '', decimals = '', trailingSign = ''] = reportForm.exec(text.trim()) ?? [];
  if (whole + decimals === '' || (sign !== '' && trailingSign !== '')) return null;
  const micros = Number(whole + decimals.slice(0, 6).padEnd(6, '0')) + (Number(decimals[6] ?? '0') >= 5 ? 1 : 0);
  if (!Number.isSafeInteger(micros)) return null;
  const isNegative = sign === '-' || sign === '−' || trailingSign === '-';
  return isNegative && micros !== 0 ? -micros : micros;
}

/** Reads a number of things in the same spellings; `null` for anything but a whole number of at most nine digits. */
export function countFromReport(text: string): number | null {
  const micros = microsFromReportAmount(text);
  const count = micros === null ? Number.NaN : micros / microsPerUnit;
  return Number.isInteger(count) && Math.abs(count) < 1_000_000_000 ? count : null;
}

/** Micros of an amount in thousandths, the unit of prices in store transactions. */
export function microsFromMilliunits(milliunits: number): number {
  return milliunits * 1000;
}

/** The amount with as many decimals as it needs, at least `minimumDecimals`. */
export function decimalStringFromMicros(micros: number, minimumDecimals = 0): string {
  if (!Number.isSafeInteger(micros)) throw new RangeError(`Not an amount in micros: ${micros}`);
  const digits = Math.abs(micros).toString().padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0+$/, '').padEnd(minimumDecimals, '0');
  const whole = digits.slice(0, -6);
  return `${micros < 0 ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/** The amount as a JSON number of currency units. Only for answers; sums are made in micros. */
export function unitsFromMicros(micros: number): number {
  return micros / microsPerUnit;
}
