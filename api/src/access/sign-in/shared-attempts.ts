import type { RateLimits } from '@tapwise/adapters';
import { accountLimit, addressLimit, type FailureLimit, pairLimit, type SignInAttempt } from './attempt-limits.ts';

/** How long an address counts as one from which a person signs in: longer than a timer of this process can wait it may not be. */
const homeSeconds = 24 * 86_400;

/** Wrong passwords as all processes count them, in windows that begin with the first: never stricter than the rule of one process. */
export interface SharedAttempts {
  /** @returns seconds for which nothing is checked; 0 where a password may be. */
  heldSeconds(signIn: SignInAttempt): Promise<number>;
  /** @returns how many were wrong for this account from this address. */
  wrong(signIn: SignInAttempt): Promise<number>;
  right(signIn: SignInAttempt): Promise<void>;
  hold(signIn: SignInAttempt, seconds: number): Promise<void>;
}

export function createSharedAttempts(limits: RateLimits): SharedAttempts {
  const pairs = limits.limit('sign-in pair', windowOf(pairLimit));
  const addresses = limits.limit('sign-in address', windowOf(addressLimit));
  const accounts = limits.limit('sign-in account', windowOf(accountLimit));
  const holds = limits.limit('sign-in hold', { most: 1, seconds: 60 });
  const homes = limits.limit('sign-in home', { most: 1, seconds: homeSeconds });
  return {
    heldSeconds: async (signIn) => {
      const [hold, address, account, home] = await Promise.all([
        holds.count(pairOf(signIn)),
        addresses.count(signIn.address),
        accounts.count(signIn.account),
        homes.count(pairOf(signIn)),
      ]);
      const isOff = account.used >= accountLimit.failures && home.used === 0;
      const leftMs = Math.max(
        hold.used > 0 ? hold.leftMs : 0,
        address.used >= addressLimit.failures ? address.leftMs : 0,
        isOff ? account.leftMs : 0,
      );
      return Math.ceil(leftMs / 1000);
    },
    wrong: async (signIn) => {
      const [pair] = await Promise.all([
        pairs.add(pairOf(signIn)),
        addresses.add(signIn.address),
        accounts.add(signIn.account),
      ]);
      return pair.used;
    },
    right: (signIn) => homes.mark(pairOf(signIn), homeSeconds),
    hold: (signIn, seconds) => holds.mark(pairOf(signIn), seconds),
  };
}

const windowOf = ({ failures, windowMs }: FailureLimit) => ({
  most: failures,
  seconds: windowMs / 1000,
});

const pairOf = ({ account, address }: SignInAttempt): string => `${account} ${address}`;
