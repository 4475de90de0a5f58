/** Stream of one account. */
export const accountStream = (accountId: number): string => `account-${accountId}`;
/** Stream whose existence means that the address is taken. */
export const emailReservationStream = (emailHash: string): string => `emailReservation-${emailHash}`;
/** Stream of one sign-in. */
export const sessionStream = (tokenHash: string): string => `session-${tokenHash}`;
/** Stream whose revisions are handed out as numbers. */
export const numbersStream = (purpose: string): string => `numbers-${purpose}`;
