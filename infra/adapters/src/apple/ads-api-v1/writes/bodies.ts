import { decimalStringFromMicros, microsFromDecimalString } from '@tapwise/domain';
import type { InvoiceDetails } from '../../ad-service/writes/settings-writes.ts';
import type { Amount, WriteScope } from '../../ad-service/writes/write-end.ts';
import { manualBids } from '../words.ts';

export type Body = Record<string, unknown>;

export const money = ({ currency }: Pick<WriteScope, 'currency'>, amount: Amount): Body => ({ amount, currency });

/** Budgets and goals wrap their money once more. */
export const wrappedMoney = (scope: Pick<WriteScope, 'currency'>, amount: Amount): Body => ({
  value: money(scope, amount),
});

export const invoiceDetail = ({ buyerName, buyerEmail, billingContactEmail }: InvoiceDetails): Body => ({
  primaryBuyerName: buyerName,
  primaryBuyerEmail: buyerEmail,
  billingEmail: billingContactEmail,
});

/** Whether two amounts are the same, however they are spelt. */
export const isSameAmount = (wanted: Amount | null, echoed: Amount | null): boolean =>
  wanted === null || echoed === null ? wanted === echoed : plain(wanted) === plain(echoed);

const plain = (amount: Amount): string => decimalStringFromMicros(microsFromDecimalString(amount));

/** Whether what was asked for, if anything, is what is there. */
export const isAs = <Value>(wanted: Value | undefined, echoed: Value): boolean =>
  wanted === undefined || wanted === echoed;

export const isAsAmount = (wanted: Amount | null | undefined, echoed: Amount | null): boolean =>
  wanted === undefined || isSameAmount(wanted, echoed);

/** The body of a bulk call: good rows are stored, whatever becomes of the others, and each has its number. */
export const bulkBody = (rows: readonly Body[]): Body => ({
  allowPartialSuccess: true,
  items: rows.map((data, correlationId) => ({ correlationId, data })),
});

export const manualStrategy = (scope: WriteScope, bid: string): Body => ({ ...manualBids, bid: money(scope, bid) });
