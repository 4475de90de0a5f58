import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText, smallestAmount } from '../../shared/money/amount.ts';
import { microsFromDecimalString } from '../../shared/money/micros.ts';
import { type BulkAction, type BulkResult, type BulkRow, bulkBase, bulkEdit, isCompleteAction } from './bulk-bids.ts';

const micros = (text: string | null) => (text === null ? null : microsFromDecimalString(text));

function row(ownBid: string | null, overrides: Partial<BulkRow> = {}): BulkRow {
  return { ownBid: micros(ownBid), inherited: null, pending: undefined, installs: 0, impressions: 0, ...overrides };
}

/** What a result says, in the currency's decimals. */
function resultText(result: BulkResult, currency = 'USD'): string {
  if (result.kind === 'not_matched') return 'not matched';
  if (result.kind === 'no_edit') return `no edit: ${result.reason}`;
  const marks = [result.raised ? 'raised to the minimum' : '', result.ownFromNow ? 'own bid from now on' : ''];
  const value = result.value === null ? 'cleared' : amountText(result.value, currency);
  return [value, ...marks.filter((mark) => mark !== '')].join(', ');
}

const all = { kind: 'all' } as const;
const percent = (kind: 'increase' | 'decrease', size: string): BulkAction => ({ kind, by: 'percent', size });
const amount = (kind: 'increase' | 'decrease', size: string): BulkAction => ({ kind, by: 'amount', size });

describe('a bulk edit of bids', () => {
  it('increases eight keywords by 15 % where installs are at most 5', () => {
    const rows: BulkRow[] = [
      row('0.80', { installs: 0 }),
      row('1.10', { installs: 5 }),
      row('2.00', { installs: 6 }),
      row('0.03', { installs: 1 }),
      row(null, { inherited: micros('1.00'), installs: 2 }),
      row('1.20', { pending: microsFromDecimalString('1.50'), installs: 3 }),
      row('0.50', { installs: 0 }),
      row('40.00', { installs: 4 }),
    ];
    const few = { kind: 'installs', atMost: 5 } as const;
    expect(rows.map((bulkRow) => resultText(bulkEdit(bulkRow, percent('increase', '15'), few, 'USD')))).toEqual([
      '0.92',
      '1.27',
      'not matched',
      'no edit: same',
      '1.15, own bid from now on',
      '1.73',
      '0.58',
      '46.00',
    ]);
  });

  it.each<[string, string | null, BulkAction, string, Partial<BulkRow>?]>([
    ['sets a value', '0.80', { kind: 'set', amount: '1.2' }, '1.20'],
    ['without a value leaves bids unchanged', '0.80', { kind: 'set', amount: ' ' }, 'no edit: no_value'],
    ['to the present value is no edit', '0.80', { kind: 'set', amount: '0.80' }, 'no edit: same'],
    ['increases by an amount', '0.80', amount('increase', '0.15'), '0.95'],
    ['decreases by an amount', '0.80', amount('decrease', '0.15'), '0.65'],
    ['never ends below the minimum', '0.05', amount('decrease', '0.10'), '0.01, raised to the minimum'],
    ['down to nothing ends at the minimum', '0.40', percent('decrease', '100'), '0.01, raised to the minimum'],
    ['at the minimum cannot be lowered', '0.01', percent('decrease', '50'), 'no edit: same'],
    ['rounds half up, once', '1.10', percent('increase', '15'), '1.27'],
    ['takes fractions of a percent', '10.00', percent('increase', '0.05'), '10.01'],
    ['sets a goal where none is set', null, { kind: 'set', amount: '3' }, '3.00'],
    ['of a goal that is not set has nothing to increase', null, percent('increase', '10'), 'no edit: no_base'],
    ['clears a goal', '3.00', { kind: 'clear' }, 'cleared'],
    ['clears nothing where no goal is set', null, { kind: 'clear' }, 'no edit: same'],
    [
      'of a goal about to be cleared has no base',
      '3.00',
      amount('increase', '1'),
      'no edit: no_base',
      { pending: null },
    ],
  ])('%s', (_, ownBid, action, wanted, overrides) => {
    expect(resultText(bulkEdit(row(ownBid, overrides), action, all, 'USD'))).toBe(wanted);
  });

  it('never matches a figure that is not known', () => {
    const unknown = row('1.00', { installs: null, impressions: null });
    expect(bulkEdit(unknown, percent('increase', '10'), { kind: 'installs', atMost: 9 }, 'USD').kind).toBe(
      'not_matched',
    );
    expect(bulkEdit(unknown, percent('increase', '10'), { kind: 'impressions', atMost: 9 }, 'USD').kind).toBe(
      'not_matched',
    );
    expect(bulkEdit(unknown, percent('increase', '10'), all, 'USD').kind).toBe('edit');
  });

  it('has whole amounts in yen', () => {
    expect(resultText(bulkEdit(row('101'), percent('increase', '10'), all, 'JPY'), 'JPY')).toBe('111');
    expect(resultText(bulkEdit(row('105'), percent('increase', '10'), all, 'JPY'), 'JPY')).toBe('116');
    expect(resultText(bulkEdit(row('3'), percent('decrease', '90'), all, 'JPY'), 'JPY')).toBe(
      '1, raised to the minimum',
    );
  });
});

describe('what is typed', () => {
  it('completes an action with an amount above 0, an increase of at most 1,000 % or a decrease of at most 100 %', () => {
    const complete = (action: BulkAction) => isCompleteAction(action, 'USD');
    expect([percent('increase', '1000'), percent('decrease', '100'), amount('increase', '0.01')].map(complete)).toEqual(
      [true, true, true],
    );
    expect(
      [percent('increase', '1000.1'), percent('decrease', '100.5'), percent('increase', '0')].map(complete),
    ).toEqual([false, false, false]);
    expect(
      [amount('increase', '0'), amount('decrease', 'x'), { kind: 'set', amount: '0.001' } as const].map(complete),
    ).toEqual([false, false, false]);
    expect(complete({ kind: 'set', amount: '' })).toBe(true);
    expect(complete({ kind: 'clear' })).toBe(true);
  });
});

describe('bulk maths for any bid, currency and percentage', () => {
  const currencies = fc.constantFrom('USD', 'EUR', 'JPY');
  const cents = fc.integer({ min: 1, max: 99_999_999 });
  const hundredths = fc.integer({ min: 1, max: 100_000 });

  it('lies within half of the smallest amount of the exact result, ties above it, and never below the minimum', () => {
    fc.assert(
      fc.property(currencies, cents, hundredths, fc.boolean(), (currency, units, size, up) => {
        const least = smallestAmount(currency);
        const base = units * least;
        const share = up ? size : ((size - 1) % 10_000) + 1;
        const action = percent(up ? 'increase' : 'decrease', (share / 100).toFixed(2));
        const result = bulkEdit(row(null, { ownBid: base }), action, all, currency);
        const exact = BigInt(base) * BigInt(10_000 + (up ? share : -share));
        const value = result.kind === 'edit' ? result.value : base;
        if (value === null) throw new Error('A percentage clears nothing.');
        expect(value % least).toBe(0);
        expect(value).toBeGreaterThanOrEqual(least);
        const beyond = 2n * (BigInt(value) * 10_000n - exact);
        // At the minimum already, a lower result is the same value again.
        const raised = result.kind === 'edit' ? result.raised : base === least && !up;
        if (raised) expect(exact < BigInt(least) * 10_000n).toBe(true);
        else expect(beyond > -10_000n * BigInt(least) && beyond <= 10_000n * BigInt(least)).toBe(true);
      }),
    );
  });

  it('adds amounts exactly, and takes them away again', () => {
    fc.assert(
      fc.property(cents, cents, (units, more) => {
        const base = units * 10_000;
        const size = amountText(more * 10_000, 'USD');
        const raised = bulkEdit(row(null, { ownBid: base }), amount('increase', size), all, 'USD');
        expect(raised).toMatchObject({ kind: 'edit', value: base + more * 10_000 });
        const pending = raised.kind === 'edit' ? raised.value : null;
        const back = bulkEdit(row(null, { ownBid: base, pending }), amount('decrease', size), all, 'USD');
        expect(back).toMatchObject({ kind: 'edit', value: base });
      }),
    );
  });

  it('starts from the entry, else the own value, else what is followed', () => {
    const money = fc.option(cents, { nil: null });
    fc.assert(
      fc.property(money, money, fc.option(cents, { nil: undefined }), (ownBid, inherited, pending) => {
        expect(bulkBase({ ...row(null), ownBid, inherited, pending })).toBe(pending ?? ownBid ?? inherited);
      }),
    );
  });
});
