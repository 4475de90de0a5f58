import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countFromReport,
  decimalStringFromMicros,
  microsFromDecimalString,
  microsFromMilliunits,
  microsFromReportAmount,
  unitsFromMicros,
} from './micros.ts';

describe('amounts in micros', () => {
  it('are read exactly from decimal text', () => {
    const read = ['1.25', '0.1', '0.000001', '-3.5', '4503599.627371', '0', '-0'].map(microsFromDecimalString);
    expect(read).toEqual([1_250_000, 100_000, 1, -3_500_000, 4_503_599_627_371, 0, 0]);
  });

  it('refuse anything that is no plain decimal of at most six places', () => {
    for (const text of ['', ' 1', '1.', '.5', '1e3', '1,25', '1.2345678', 'NaN', '0x10', '--1', '+1', '99999999999']) {
      expect(() => microsFromDecimalString(text), text).toThrow(RangeError);
    }
    expect(() => microsFromDecimalString('9999999999.999999')).toThrow(RangeError);
  });

  it('come back as the same text value, without trailing zeros', () => {
    expect(decimalStringFromMicros(1_250_000)).toBe('1.25');
    expect(decimalStringFromMicros(-1, 2)).toBe('-0.000001');
    expect(decimalStringFromMicros(3_000_000, 2)).toBe('3.00');
    const safe = fc.integer({ min: -9_000_000_000_000_000, max: 9_000_000_000_000_000 });
    fc.assert(
      fc.property(safe, (micros) => {
        expect(microsFromDecimalString(decimalStringFromMicros(micros)) - micros).toBe(0);
      }),
    );
  });

  it('refuse to be printed when they are no whole number', () => {
    expect(() => decimalStringFromMicros(0.5)).toThrow(RangeError);
  });

  it('are made from thousandths and shown in units', () => {
    expect(microsFromMilliunits(9990)).toBe(9_990_000);
    expect(unitsFromMicros(9_990_000)).toBe(9.99);
  });
});

describe('amounts of a report', () => {
  const amount = fc.record({
    whole: fc.constantFrom('', '0', '007', '6', '1234567890'),
    decimals: fc.option(fc.constantFrom('', '9', '99', '990000', '1234560000'), { nil: null }),
    sign: fc.constantFrom('', '+', '-', '−', 'trailing'),
    blanks: fc.constantFrom('', ' '),
  });

  it('are read in every spelling of the store’s files', () => {
    fc.assert(
      fc.property(amount, ({ whole, decimals, sign, blanks }) => {
        const digits = `${whole}${decimals === null ? '' : `.${decimals}`}`;
        const text = `${blanks}${sign === 'trailing' ? `${digits}-` : `${sign}${digits}`}${blanks}`;
        const hasDigits = /\d/.test(digits);
        const absolute = microsFromDecimalString(`${whole || '0'}.${(decimals ?? '').slice(0, 6).padEnd(6, '0')}`);
        const isNegative = sign !== '' && sign !== '+' && absolute !== 0;
        expect(microsFromReportAmount(text)).toBe(hasDigits ? (isNegative ? -absolute : absolute) : null);
      }),
    );
  });

  it('are rounded at the sixth decimal', () => {
    expect(['0.0000005', '0.0000004', '-1.9999999', '6.9933333333'].map(microsFromReportAmount)).toEqual([
      1, 0, -2_000_000, 6_993_333,
    ]);
  });

  it.each([
    '',
    ' ',
    '.',
    '-',
    '-.',
    '--1',
    '+-1',
    '-6.99-',
    '6,99',
    '1,234.56',
    "1'234.56",
    '1 234',
    '(6.99)',
    '6.9.9',
    '1e3',
    '0x10',
    'NaN',
    'null',
    '$6.99',
    '6.99 USD',
    '٦',
    '12345678901',
    '9999999999.999999',
  ])('are not guessed: %j', (text) => {
    expect(microsFromReportAmount(text)).toBeNull();
  });

  it('count things when they are whole', () => {
    expect(['3', '+3', '3.0', '3.', '3-', '-0', '1.5', '', '1234567890'].map(countFromReport)).toEqual([
      3,
      3,
      3,
      3,
      -3,
      0,
      null,
      null,
      null,
    ]);
  });
});
