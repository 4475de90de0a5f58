import { setTimeout as pause } from 'node:timers/promises';
import { secondsOfRetryAfter } from '../../../failures/outside-fault.ts';
import type { CallPriority } from '../../ad-service/calls/limiter.ts';
import type { AnswerHead } from '../../ad-service/calls/transport.ts';

export interface CallBudgetOptions {
  /** Calls in a minute while no answer has named a limit. */
  readonly assumedCallsPerMinute: number;
  /** Milliseconds. */
  readonly now: () => number;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** What one API client may still ask for, by what answers say. */
export interface CallBudget {
  /** Waits until a call of this priority may be made, and counts it as under way. @returns what ends it. */
  enter(priority: CallPriority, signal: AbortSignal): Promise<() => void>;
  /** Reads the limits of an answer. */
  learn(answer: AnswerHead): void;
}

const windowMs = 60_000;
const longestPauseSeconds = 60;
const firstPauseSeconds = 2;
const longestGuessSeconds = 16;
/** At this share of the limit only people and rules go on. */
const reservedShare = 0.1;
/** A longer wait for the reset is a time stamp. */
const longestResetSeconds = 86_400;
const urgent: ReadonlySet<CallPriority> = new Set(['person', 'rule']);

/** Keeps the limits that the service names with each answer; until it names any, an assumed one. */
export function createCallBudget({ assumedCallsPerMinute, now, sleep = waitFor }: CallBudgetOptions): CallBudget {
  let limit = assumedCallsPerMinute;
  let remaining = limit;
  let resetsAt = now() + windowMs;
  let pausedUntil = 0;
  let refusals = 0;
  let underWay = 0;
  let isNamed = false;

  const renew = (): void => {
    if (now() < resetsAt) return;
    remaining = limit;
    resetsAt = now() + windowMs;
  };
  /** Milliseconds until a call may be made; 0: now. */
  const waitMs = (priority: CallPriority): number => {
    renew();
    if (now() < pausedUntil) return pausedUntil - now();
    const reserve = urgent.has(priority) ? 0 : Math.floor(limit * reservedShare);
    return remaining - underWay > reserve ? 0 : Math.max(1, resetsAt - now());
  };
  return {
    enter: async (priority, signal) => {
      for (let ms = waitMs(priority); ms > 0; ms = waitMs(priority)) {
        // Another call may end sooner than the time is over, and without having been counted.
        await sleep(Math.min(ms, 1000), signal);
        signal.throwIfAborted();
      }
      underWay += 1;
      return () => {
        underWay -= 1;
        if (!isNamed) remaining -= 1;
      };
    },
    learn: ({ status, headers }) => {
      const named = { limit: numberOf(headers, 'limit'), remaining: numberOf(headers, 'remaining') };
      if (named.limit !== null) limit = named.limit;
      if (named.remaining !== null) {
        const reset = resetSeconds(headers, now());
        const next = reset === null ? resetsAt : now() + reset * 1000;
        // Answers of one window may come in another order than they were counted in.
        const isSameWindow = isNamed && Math.abs(next - resetsAt) < 1500 && now() < resetsAt;
        remaining = isSameWindow ? Math.min(remaining, named.remaining) : named.remaining;
        resetsAt = next;
        isNamed = true;
      }
      if (status !== 429) {
        if (status < 400) refusals = 0;
        return;
      }
      const guess = Math.min(longestGuessSeconds, firstPauseSeconds * 2 ** refusals);
      const seconds = secondsOfRetryAfter(headers['retry-after'], now()) ?? resetSeconds(headers, now()) ?? guess;
      refusals += 1;
      pausedUntil = Math.max(pausedUntil, now() + Math.min(longestPauseSeconds, Math.max(1, seconds)) * 1000);
    },
  };
}

type Headers = AnswerHead['headers'];

/** Names of headers are in lower case. */
function numberOf(headers: Headers, name: string): number | null {
  const header = headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`];
  const value = Number(typeof header === 'string' && header.trim() !== '' ? header : Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : null;
}

function resetSeconds(headers: Headers, now: number): number | null {
  const seconds = numberOf(headers, 'reset') ?? numberOf(headers, 'reset-after');
  if (seconds === null || seconds <= longestResetSeconds) return seconds;
  return Math.max(0, (seconds > 1e11 ? seconds : seconds * 1000) - now) / 1000;
}

const waitFor = (ms: number, signal: AbortSignal): Promise<unknown> => pause(ms, undefined, { signal });
