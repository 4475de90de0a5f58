import { dayMs } from '../../shared/calendar/days.ts';
/** Longest wait for the attribution of a user, and for the price of a charge. */
export const webhookWaitMs = dayMs;
