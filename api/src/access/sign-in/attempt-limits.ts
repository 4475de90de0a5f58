import { minuteMs } from '@tapwise/domain';

/** Wrong passwords that are let through within a time. */
export interface FailureLimit {
  readonly failures: number;
  readonly windowMs: number;
}

/** Who is asked for, and from where; neither in the clear, because they are written to a file and to Redis. */
export interface SignInAttempt {
  readonly account: string;
  readonly address: string;
}

/** Wrong passwords for one account from one address, after which each earns a wait. */
export const pairLimit: FailureLimit = { failures: 5, windowMs: 15 * minuteMs };
/** Wrong passwords from one address, whatever the accounts. */
export const addressLimit: FailureLimit = { failures: 50, windowMs: 15 * minuteMs };
/** Wrong passwords for one account, whatever the addresses: those that never signed in there are held off. */
export const accountLimit: FailureLimit = { failures: 100, windowMs: 60 * minuteMs };
