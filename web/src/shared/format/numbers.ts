/** Shown where a value is not known or not defined; zero is "0". */
export const unknown = '–';

const minus = '−';
/** Intl objects cost far more than their calls, so each is made once. The locale is the browser's. */
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const exact = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 });

type Value = number | null | undefined;

function signed(value: number, text: string): string {
  return value < 0 && /[1-9]/.test(text) ? minus + text : text;
}

/** A count, without decimals. */
export function formatCount(value: Value): string {
  return value == null ? unknown : signed(value, whole.format(Math.abs(value)));
}

/** An amount without its sign of currency: two decimals under 100, none from there on. */
export function formatMoney(value: Value): string {
  if (value == null) return unknown;
  const size = Math.abs(value);
  return signed(value, (Math.round(size * 100) < 10_000 ? cents : whole).format(size));
}

/** An amount that is a gain or a loss: always with its sign, but zero. */
export function formatGain(value: Value): string {
  const text = formatMoney(value);
  return value != null && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** A fraction (0.0534) as a percentage with two decimals, without the percent sign. */
export function formatPercent(value: Value): string {
  return value == null ? unknown : signed(value, cents.format(Math.abs(value) * 100));
}

/** The value as it was counted, up to six decimals, for the place that explains it. */
export function formatExact(value: Value): string {
  return value == null ? unknown : signed(value, exact.format(Math.abs(value)));
}

const byDecimals = new Map<number, Intl.NumberFormat>();

/** With a fixed number of decimals, so that the numbers of a column are aligned. */
export function formatDecimals(value: number, decimals: number): string {
  let format = byDecimals.get(decimals);
  if (format === undefined) {
    format = new Intl.NumberFormat(undefined, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    byDecimals.set(decimals, format);
  }
  return signed(value, format.format(Math.abs(value)));
}

const symbols: Record<string, string> = {
  AUD: '$',
  CAD: '$',
  MXN: '$',
  NZD: '$',
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  CNY: '¥',
  RMB: '¥',
};

/** `$` for US dollars; currencies without a sign of their own are named by their code. */
export function currencySymbol(currency: string): string {
  return symbols[currency] ?? currency;
}
