import { DomainError } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import { accountLimit, addressLimit, type FailureLimit, pairLimit, type SignInAttempt } from './attempt-limits.ts';
import type { SharedAttempts } from './shared-attempts.ts';

const longestWaitSeconds = 60;
const mayQueue = 20;
const mayRemember = 100_000;
/** Addresses from which a person signed in. */
const mostAddresses = 20;
/** Of each kind, the newest. */
const mostSaved = 10_000;

interface Waiting {
  heldUntil: number;
  queued: number;
  last: Promise<unknown>;
}

/** What outlives the process: instants in milliseconds, oldest first. */
export interface SavedAttempts {
  readonly held: readonly (readonly [pair: string, until: number])[];
  readonly failures: readonly (readonly [key: string, at: readonly number[]])[];
  readonly addresses: readonly (readonly [account: string, known: readonly string[]])[];
}

export interface SignInThrottle {
  /**
   * Checks one password, one at a time for each account and address, so that guesses sent at once count one after the other. From the
   * sixth wrong one within 15 minutes each earns a wait of 1 s, 2 s, 4 s … 60 s, during which nothing is checked. After 50 from one
   * address within 15 minutes, and after 100 for one account within an hour from an address that never signed in there, nothing is
   * checked either.
   * @returns whether the password was right.
   * @throws DomainError `too_many_attempts` with `retry_after` in seconds.
   */
  attempt(signIn: SignInAttempt, check: () => Promise<boolean>): Promise<boolean>;
  /** What is to be given to the throttle of the next process. */
  saved(): SavedAttempts;
}

/**
 * @param now milliseconds.
 * @param options.saved What an earlier process knew.
 * @param options.onChange Called when there is something else to save.
 * @param options.shared What other processes count too; the rule of this process holds beside it.
 */
export function createSignInThrottle(
  now: () => number,
  options: { saved?: SavedAttempts; onChange?: () => void; shared?: SharedAttempts } = {},
): SignInThrottle {
  const { shared } = options;
  // The longest unused go first, so memory stays bounded whatever is tried.
  const waiting = new LRUCache<string, Waiting>({ max: mayRemember });
  const counts = createCounts(now, options.saved?.failures ?? []);
  const addresses = new LRUCache<string, string[]>({ max: mayRemember });
  for (const [account, savedAddresses] of options.saved?.addresses ?? []) addresses.set(account, [...savedAddresses]);
  for (const [pair, heldUntil] of options.saved?.held ?? []) {
    waiting.set(pair, { heldUntil, queued: 0, last: Promise.resolve() });
  }
  const noteRight = ({ account, address }: SignInAttempt): void => {
    const recentAddresses = addresses.get(account) ?? [];
    if (recentAddresses.at(-1) === address) return;
    addresses.set(account, [...recentAddresses.filter((other) => other !== address), address].slice(-mostAddresses));
    options.onChange?.();
  };
  const checkOnce = async (signIn: SignInAttempt, pair: Waiting, check: () => Promise<boolean>): Promise<boolean> => {
    const heldElsewhere = (await shared?.heldSeconds(signIn)) ?? 0;
    if (heldElsewhere > 0) throw refusal(heldElsewhere);
    // From here to the count of what is under way nothing is waited for.
    const heldMs = pair.heldUntil - now();
    // A longer wait than there is means that the machine's clock was put back.
    if (heldMs > 0 && heldMs <= longestWaitSeconds * 1000) throw refusal(Math.ceil(heldMs / 1000));
    counts.requireBelow(fromOf(signIn), addressLimit);
    if (!addresses.get(signIn.account)?.includes(signIn.address)) counts.requireBelow(toOf(signIn), accountLimit);
    const right = await counts.during([fromOf(signIn), toOf(signIn)], check);
    if (right) {
      noteRight(signIn);
      await shared?.right(signIn);
      return true;
    }
    const wrong = counts.add(pairOf(signIn), pairLimit);
    counts.add(fromOf(signIn), addressLimit);
    counts.add(toOf(signIn), accountLimit);
    const beyond = Math.max(wrong, (await shared?.wrong(signIn)) ?? 0) - pairLimit.failures;
    const seconds = beyond <= 0 ? 0 : Math.min(longestWaitSeconds, 2 ** (beyond - 1));
    if (seconds > 0) {
      pair.heldUntil = now() + seconds * 1000;
      await shared?.hold(signIn, seconds);
    }
    options.onChange?.();
    if (seconds > 0) throw refusal(seconds);
    return false;
  };
  return {
    attempt: async (signIn, check) => {
      const pair = waiting.get(pairOf(signIn)) ?? { heldUntil: 0, queued: 0, last: Promise.resolve() };
      waiting.set(pairOf(signIn), pair);
      if (pair.queued >= mayQueue) throw refusal(1);
      pair.queued += 1;
      const turn = pair.last.then(() => checkOnce(signIn, pair, check));
      pair.last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        pair.queued -= 1;
      }
    },
    saved: () => ({
      held: newest(waiting)
        .filter(([, { heldUntil }]) => heldUntil > now())
        .map(([pair, { heldUntil }]) => [pair, heldUntil]),
      failures: counts.saved(),
      addresses: newest(addresses),
    }),
  };
}

/** Instants of wrong passwords by key, and passwords that are being checked. */
function createCounts(now: () => number, saved: SavedAttempts['failures']) {
  // The longest unused go first, so memory stays bounded whatever is tried.
  const failures = new LRUCache<string, number[]>({ max: mayRemember });
  for (const [key, at] of saved) failures.set(key, [...at]);
  const underWay = new Map<string, number>();
  const recent = (key: string, { windowMs }: FailureLimit): number[] =>
    (failures.get(key) ?? []).filter((at) => at > now() - windowMs);
  const move = (key: string, by: 1 | -1): void => {
    const left = (underWay.get(key) ?? 0) + by;
    if (left === 0) underWay.delete(key);
    else underWay.set(key, left);
  };
  return {
    /** What is under way counts as wrong until it is known: guesses for many accounts at once are not all let through. */
    requireBelow: (key: string, limit: FailureLimit): void => {
      const counted = recent(key, limit);
      const decisive = counted.at(-limit.failures);
      if (decisive !== undefined) throw refusal(Math.ceil((decisive + limit.windowMs - now()) / 1000));
      if (counted.length + (underWay.get(key) ?? 0) >= limit.failures) throw refusal(1);
    },
    during: async (keys: readonly string[], check: () => Promise<boolean>): Promise<boolean> => {
      for (const key of keys) move(key, 1);
      try {
        return await check();
      } finally {
        for (const key of keys) move(key, -1);
      }
    },
    /** @returns how many were wrong within the window. */
    add: (key: string, limit: FailureLimit): number => {
      const counted = [...recent(key, limit), now()];
      failures.set(key, counted.slice(-accountLimit.failures));
      return counted.length;
    },
    saved: () => newest(failures).filter(([, at]) => (at.at(-1) ?? 0) > now() - accountLimit.windowMs),
  };
}

const pairOf = ({ account, address }: SignInAttempt): string => `pair ${account} ${address}`;
const fromOf = ({ address }: SignInAttempt): string => `from ${address}`;
const toOf = ({ account }: SignInAttempt): string => `to ${account}`;

/** The least recently used first, as they are to be put in again. */
const newest = <Value extends object>(cache: LRUCache<string, Value>): [string, Value][] =>
  [...cache.entries()].slice(0, mostSaved).reverse();

const refusal = (seconds: number) =>
  new DomainError('too_many_attempts', { details: { retry_after: Math.max(1, seconds) } });
