import { createHash } from 'node:crypto';

/** What a checkout's ticket is recorded as, and found by. */
export const ticketHashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');
