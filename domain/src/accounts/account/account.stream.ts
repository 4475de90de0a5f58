/** Stream of one account. */
export const accountStream = (accountId: number): string => `account-${accountId}`;
/** Stream that says whose the address is. */
export const emailReservationStream = (emailHash: string): string => `emailReservation-${emailHash}`;
/** Stream of requests for a new password, by the keyed hash of the address. */
export const passwordResetStream = (emailHash: string): string => `passwordReset-${emailHash}`;
/** Stream of one sign-in. */
export const sessionStream = (tokenHash: string): string => `session-${tokenHash}`;
/** Stream whose revisions are handed out as numbers. */
export const numbersStream = (purpose: string): string => `numbers-${purpose}`;
