import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog, fetchReferenceRates, handleCommand, type LiveFold, type Logger } from '@tapwise/adapters';
import {
  exchangeRatesStream,
  heldRates,
  publishRates,
  type RateBook,
  rateDayDecider,
  type ScreenedDay,
  screenRates,
} from '@tapwise/domain';
import { actingWorkflow } from '../streams/acting.ts';
import { runBounded } from '../streams/run-bounded.ts';

export interface ExchangeRateDependencies {
  readonly log: EventLog;
  /** The rates that are recorded, kept current by following the log. */
  readonly rates: LiveFold<RateBook>;
  /** Address of the central bank's XML. */
  readonly url: string;
  readonly logger: Logger;
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
  await runBounded(screened, appendsAtOnce, (day) => recordDay(log, day, fetchedAt));
  return screened.length;
}

async function recordDay(log: EventLog, screened: ScreenedDay, fetchedAt: string): Promise<void> {
  await handleCommand(log, {
    stream: exchangeRatesStream(screened.day),
    decider: rateDayDecider,
    assume: 'new',
    context: actingWorkflow('exchange-rates'),
    cause: `published ${fetchedAt}`,
    decide: (state) => publishRates(state, screened, fetchedAt),
  });
}

/** Keeps the rates current until the signal aborts. A source that fails is logged once, and asked again. */
export async function keepExchangeRates(
  dependencies: ExchangeRateDependencies & { intervalMs: number; signal: AbortSignal },
): Promise<void> {
  const { logger, intervalMs, signal } = dependencies;
  let failing = false;
  let heldBefore = 0;
  while (!signal.aborted) {
    let waitMs = intervalMs;
    try {
      const days = await publishExchangeRates(dependencies, signal);
      if (days > 0) logger.info({ days }, 'exchange rates recorded');
      failing = false;
      const held = heldRates(dependencies.rates.state).length;
      if (held > heldBefore)
        logger.warn({ held }, 'exchange rates are held back; "npm run operator -- rates" lists them');
      heldBefore = held;
    } catch (error) {
      if (signal.aborted) return;
      if (!failing) logger.warn({ err: error }, 'exchange rates are unavailable; trying again');
      failing = true;
      waitMs = Math.min(intervalMs, retryMs);
    }
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}
