import { describe, expect, it } from 'vitest';
import { newerLimits, olderLimits } from '../../change/sample-change.fixture.ts';
import { readTemplate, templateSeparator } from './template.ts';

const header = ['campaign', 'countries', 'daily_budget', 'keyword', 'cpt', 'type', 'cpa'];
const read = (rows: readonly (readonly string[])[], columns = header, decimalComma = false, limits = olderLimits) =>
  readTemplate(
    [columns, ...rows].map((cells, index) => ({ line: index + 1, cells })),
    { decimalComma, currency: 'USD', limits },
  );
const first = ['A', 'US', '50', 'rain', '1.2', '', ''];
/** What is said of one row, as line, column and message. */
const faults = (...rows: string[][]) => {
  const result = read(rows);
  return result.kind === 'faults'
    ? result.faults.map(({ line, column, message }) => `${line} ${column}: ${message}`)
    : [];
};

describe('a template', () => {
  it('is split at tabs, semicolons or commas, whichever its header has', () => {
    expect(['a,b', 'a;b,c;d', 'a\tb', 'a', 'a;b\r\nc,d,e'].map(templateSeparator)).toEqual([',', ';', '\t', ',', ';']);
  });

  it('takes campaign cells from the first row of a campaign, negatives apart from keywords, and text keys', () => {
    const result = read([
      first,
      ['A', '', '', ' Ocean\nWaves ', '2', 'keyword', '4.5'],
      ['A', '', '', '[Free]', '', 'negative', ''],
      ['A', '', '', 'free', '', 'negative', ''],
      ['B', 'de|us', '20', 'rain', '1', '', ''],
      ['', ' ', '', '', '', '', ''],
    ]);
    expect(result).toMatchObject({
      kind: 'read',
      campaigns: [
        { name: 'A', countries: ['US'], daily_budget_micros: 50_000_000, automation: true },
        { name: 'B', countries: ['DE', 'US'] },
      ],
      keywords: [
        { text: 'rain', campaign: 0, bid_micros: 1_200_000, cpa_goal_micros: null },
        { text: 'ocean waves', campaign: 0, bid_micros: 2_000_000, cpa_goal_micros: 4_500_000 },
        { text: 'rain', campaign: 1 },
      ],
      negatives: [{ text: 'free', campaign: 0, ad_group_id: null }],
      duplicates: 1,
    });
  });

  it('has decimal commas only where it has semicolons', () => {
    const result = read([['A', 'US', '50,5', 'rain', '1,25', '', '']], header, true);
    expect(result).toMatchObject({
      campaigns: [{ daily_budget_micros: 50_500_000 }],
      keywords: [{ bid_micros: 1_250_000 }],
    });
  });

  it('names the decimal comma in every amount of a file that has no semicolons', () => {
    const result = read([['A', 'US', '50,5', 'rain', '1,25', '', '4,5']]);
    const message = 'Has a decimal comma: write it with a point, or separate the columns with semicolons';
    const faulty = ['daily_budget', 'cpt', 'cpa'].map((column) =>
      expect.objectContaining({ line: 2, column, message }),
    );
    expect(result).toEqual({ kind: 'faults', faults: faulty });
  });

  it('names the thousands separator beside a decimal comma', () => {
    const result = read([['A', 'US', '1.250,50', 'rain', '1,25', '', '']], header, true);
    expect(result).toMatchObject({ faults: [{ value: '1.250,50', message: expect.stringContaining('thousands') }] });
  });

  it.each([
    ['1,5', 'Has a decimal comma: write it with a point, or separate the columns with semicolons'],
    ['1,250', 'Has a decimal comma: write it with a point, or separate the columns with semicolons'],
    ['1.234,50', 'Has a decimal comma: write it with a point, or separate the columns with semicolons'],
    ['1,234.50', 'Has a thousands separator: write the amount without it'],
    ['1e3', 'CPT must be positive number'],
    ['-0', 'CPT must be positive number'],
    ['0.001', 'CPT must be positive number'],
    ['$1', 'CPT must be positive number'],
    ['=1+1', 'CPT must be positive number'],
    ['1.005', 'At most two decimals are allowed'],
    ['', 'CPT is required'],
    ['50.01', 'Bid must not exceed the daily budget (50.00)'],
  ])('names the line of the bid %j: %s', (cpt, message) => {
    expect(faults(first, ['A', '', '', 'ocean', cpt, '', ''])).toEqual([`3 cpt: ${message}`]);
  });

  it.each([
    ['=HYPERLINK("http://a")', 'Contains characters that are not allowed'],
    ['@SUM[1]', 'Contains characters that are not allowed'],
    ['!!!', 'Contains no letters or digits'],
    ['x'.repeat(81), 'Longer than 80 characters'],
    ['', 'Enter a keyword'],
    ['Rain', 'Repeats line 2'],
  ])('names the line of the keyword %j: %s', (keyword, message) => {
    expect(faults(first, ['A', '', '', keyword, '1', '', ''])).toEqual([`3 keyword: ${message}`]);
  });

  it('takes a formula for the text that it is', () => {
    expect(read([['A', 'US', '50', '=1+2', '1', '', '']])).toMatchObject({ keywords: [{ text: '=1+2' }] });
  });

  it('names what contradicts itself', () => {
    expect(
      faults(
        first,
        ['A', 'DE', '', 'ocean', '1', '', ''],
        ['A', '', '', 'R-A-I-N', '', 'negative', ''],
        ['B', 'XX', '5', 'free', '', 'negative', ''],
      ),
    ).toEqual([
      '3 countries: Differs from line 2 of the same campaign',
      '4 keyword: Would block the keyword "rain"',
      '5 countries: This country is not known.',
      '5 campaign: Enter at least one keyword',
    ]);
  });

  it('is refused as a whole where it is too large, or has other columns', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => ['A', 'US', '50', `w${index}`, '1']);
    expect(read(words(5001))).toEqual({ kind: 'unusable', message: 'Too many keywords: 5,001, at most 5,000' });
    const campaigns = Array.from({ length: 21 }, (_, index) => [`C${index}`, 'US', '50', 'rain', '1']);
    expect(read(campaigns)).toEqual({ kind: 'unusable', message: 'Too many campaigns: at most 20' });
    expect(read([first], ['campaign', 'colour'])).toEqual({ kind: 'unusable', message: 'Unknown column colour' });
    expect(read([first], ['campaign'])).toEqual({ kind: 'unusable', message: 'Column countries is missing' });
    expect(read([])).toEqual({ kind: 'unusable', message: 'The template has no keywords' });
  });
});

describe('a template over an interface that takes less', () => {
  const withTotal = [...header, 'lifetime_budget'];
  const readNow = (row: readonly string[], columns = header) => read([row], columns, false, newerLimits);

  it('is refused with a lifetime budget, and taken with an empty column', () => {
    expect(readNow([...first, '900'], withTotal)).toEqual({
      kind: 'unusable',
      message: 'Apple no longer has total budgets.',
    });
    expect(readNow([...first, ''], withTotal).kind).toBe('read');
    expect(read([[...first, '900']], withTotal).kind).toBe('read');
  });

  it('names the line of a name with a bar', () => {
    const named = ['US | A', ...first.slice(1)];
    expect(readNow(named)).toMatchObject({
      faults: [{ line: 2, column: 'campaign', message: 'Apple no longer allows | in names' }],
    });
    expect(read([named]).kind).toBe('read');
  });
});
