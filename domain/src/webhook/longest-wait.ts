/** Longest wait for the attribution of a user, and for the price of a charge. */
export const webhookWaitMs = 24 * 3_600_000;
