import {
  type EventLog,
  type FailureRecorder,
  type FoldFollower,
  fetchReferenceRates,
  handleCommand,
  type Logger,
} from '@tapwise/adapters';
import {
  exchangeRatesStream,
  heldRates,
  publishRates,
  type RateBook,
  rateDayDecider,
  type ScreenedDay,
  screenRates,
} from '@tapwise/domain';
import type { ChangeSignal } from '../activity/change-signal.ts';
import { keepAsking } from '../failures/keep-asking.ts';
import { recordedCall } from '../failures/recorded-call.ts';
import { workflowActor } from '../streams/actor.ts';
import { runBounded } from '../streams/run-bounded.ts';

export interface ExchangeRateDependencies {
  readonly log: EventLog;
  /** The rates that are recorded, kept current by following the log. */
  readonly rates: FoldFollower<RateBook>;
  /** Address of the central bank's XML. */
  readonly url: string;
  readonly logger: Logger;
}

export interface KeptRates extends ExchangeRateDependencies {
  readonly failures: FailureRecorder;
  readonly intervalMs: number;
  /** Notified when an operator decided about a rate that is held back. */
  readonly decided: ChangeSignal;
  readonly signal: AbortSignal;
}

const appendsAtOnce = 32;
/** After a failure the next attempt comes sooner than the next regular one. */
const retryMs = 15_000;

/**
 * Fetches the reference rates and records what differs from what is known: new days, newest first, corrected ones, and rates that are
 * held back or released.
 * @returns how many days something was recorded of.
 */
export async function publishExchangeRates(
  dependencies: ExchangeRateDependencies,
  signal: AbortSignal,
): Promise<number> {
  const { log, rates, url } = dependencies;
  const days = await fetchReferenceRates({ url, signal });
  await rates.caughtUp;
  const screened = screenRates(rates.state, days).reverse();
  const fetchedAt = new Date().toISOString();
  let last = 0n;
  await runBounded(screened, appendsAtOnce, async (day) => {
    const position = await recordDay(log, day, fetchedAt);
    if (position > last) last = position;
  });
  // The next question, and what is held back, are about the rates with these.
  if (last > 0n) await rates.reached(last);
  return screened.length;
}

/** @returns the position of what was recorded of the day. */
async function recordDay(log: EventLog, screened: ScreenedDay, fetchedAt: string): Promise<bigint> {
  const { position } = await handleCommand(log, {
    stream: exchangeRatesStream(screened.day),
    decider: rateDayDecider,
    assume: 'new',
    context: workflowActor('exchange-rates'),
    cause: `published ${fetchedAt}`,
    decide: (state) => publishRates(state, screened, fetchedAt),
  });
  return position;
}

const source = { application_id: null, org_id: null, source: 'exchange_rates' } as const;
const held = { application_id: null, org_id: null, source: 'held_rates' } as const;

/** Rates wait for an operator, whom the failure shows them to. */
async function recordHeldRates({ rates, failures }: Pick<KeptRates, 'rates' | 'failures'>): Promise<void> {
  const count = heldRates(rates.state).length;
  if (count === 0) await failures.succeeded(held);
  else await failures.failed(held, { reason: 'held_back', detail: `${count} held; npm run operator -- rates` });
}

/** Keeps the rates current until the signal aborts. A source that fails is logged once, and asked again. */
export async function keepExchangeRates(dependencies: KeptRates): Promise<void> {
  const { failures, logger, intervalMs, decided, signal } = dependencies;
  await keepAsking({
    ask: async () => {
      const publish = () => publishExchangeRates(dependencies, signal);
      const days = await recordedCall(failures, source, { ask: publish, signal });
      if (days > 0) logger.info({ days }, 'exchange rates recorded');
      await recordHeldRates(dependencies);
    },
    wait: (ms) => decided.wait(ms, signal),
    failing: 'exchange rates are unavailable; trying again',
    intervalMs,
    retryMs: Math.min(intervalMs, retryMs),
    logger,
    signal,
  });
}
