import { createHash } from 'node:crypto';
import type { ApiDependencies } from '../http/dependencies.ts';

type Billing = ApiDependencies['directory']['state']['billing'];

/** Whether the provider has said that a transaction was paid. */
export const isPaid = ({ book }: Billing, transactionId: string): boolean =>
  book.subscriptionByTransaction.has(transactionId) ||
  (book.transactions.get(transactionId)?.completed ?? null) !== null;

/** What a checkout's ticket is recorded as, and found by. */
export const ticketHashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');
