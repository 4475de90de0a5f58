import { ApiError, type Environment, Paddle, type Price, type Subscription } from '@paddle/paddle-node-sdk';
import { DomainError, exactInstant, type PaymentFact, planCatalogue } from '@tapwise/domain';
import { OutsideFault } from '../failures/outside-fault.ts';
import { subscriptionFact, subscriptionWire, transactionFact, transactionWire } from './notification-fact.ts';
import type { PaymentSettings, PlanPrice } from './payment-settings.ts';

/** The provider could not be asked, or failed: the same question may be answered later. */
export class ProviderAwayError extends OutsideFault {
  override readonly name = 'ProviderAwayError';

  constructor(message: string, cause?: unknown) {
    super(message, { retry: true, cause });
  }
}

/** The provider says no. @property code Its own word, for programs. */
export class ProviderRefusal extends OutsideFault {
  override readonly name = 'ProviderRefusal';
  readonly code: string;
  constructor(code: string, cause: unknown) {
    super(`The payment provider refused: ${code}`, { retry: false, cause });
    this.code = code;
  }
}

/** What the provider says about a thing, with when it began to hold. */
export interface ProviderFact {
  readonly fact: PaymentFact;
  readonly occurred_at: string;
  readonly updated_at: string;
}

export interface ProviderSubscription extends ProviderFact {
  readonly fact: Extract<PaymentFact, { kind: 'subscription' }>;
  readonly next_amount: string | null;
  readonly currency: string | null;
  /** Short-lived, so they are neither kept nor logged. `null` for addresses that are not to be opened. */
  readonly cancel_url: string | null;
  readonly update_url: string | null;
}

/** What a change of plan would cost, in the smallest unit. */
export interface ChangePreview {
  readonly currency: string;
  readonly now: string;
  readonly next: string | null;
  readonly next_at: string | null;
}

export interface PlanChange {
  readonly price_id: string;
  /** The difference is charged at once, or nothing changes; else it is settled at the next renewal. */
  readonly upgrade: boolean;
}

/** @throws ProviderAwayError, ProviderRefusal from every call. */
export interface PaymentProvider {
  readonly settings: PaymentSettings;
  /** Whether its prices are those of the catalogue; asked once until they are. @returns what differs. */
  wrongPrices(timeoutMs: number): Promise<readonly string[]>;
  createTransaction(
    purchase: { price_id: string; account_id: number; team_id: number; checkout_id: string },
    timeoutMs: number,
  ): Promise<string>;
  transaction(id: string, timeoutMs: number): Promise<ProviderFact>;
  subscription(id: string, timeoutMs: number): Promise<ProviderSubscription>;
  pause(id: string, timeoutMs: number): Promise<ProviderSubscription>;
  /** Takes a scheduled pause or cancellation back. */
  unschedule(id: string, timeoutMs: number): Promise<ProviderSubscription>;
  /** Begins a new period, which is charged. */
  resume(id: string, timeoutMs: number): Promise<ProviderSubscription>;
  change(id: string, change: PlanChange, timeoutMs: number): Promise<ProviderSubscription>;
  previewChange(id: string, change: PlanChange, timeoutMs: number): Promise<ChangePreview>;
}

/** While the provider failed this often in a row it is not asked for a while. */
const failuresToRest = 3;
const restMs = 30_000;

/** The provider's own client, with what it lacks: timeouts, checked ids, and a rest while it is away. */
export function createPaymentProvider(settings: PaymentSettings, now: () => number = Date.now): PaymentProvider {
  const paddle = new Paddle(settings.apiKey, {
    environment: settings.apiUrl as Environment,
    customHeaders: { 'Paddle-Version': '1' },
  });
  const ask = createAsking(now);
  const onSubscription =
    <Rest extends unknown[]>(call: (id: string, ...rest: Rest) => Promise<Subscription>) =>
    async (id: string, timeoutMs: number, ...rest: Rest) =>
      readSubscription(await ask(() => call(checked(id, 'sub'), ...rest), timeoutMs));
  const pause = onSubscription((id) => paddle.subscriptions.pause(id, { effectiveFrom: 'next_billing_period' }));
  const unschedule = onSubscription((id) => paddle.subscriptions.update(id, { scheduledChange: null }));
  const resume = onSubscription((id) =>
    paddle.subscriptions.resume(id, { effectiveFrom: 'immediately', onResume: 'start_new_billing_period' }),
  );
  const update = onSubscription((id, change: PlanChange) => paddle.subscriptions.update(id, changeBody(change)));
  let priceFaults: readonly string[] | undefined;
  return {
    settings,
    pause,
    unschedule,
    resume,
    subscription: onSubscription((id) => paddle.subscriptions.get(id, { include: ['next_transaction'] })),
    change: (id, change, timeoutMs) => update(id, timeoutMs, change),
    wrongPrices: async (timeoutMs) => {
      if (priceFaults?.length === 0) return priceFaults;
      const ids = settings.prices.map(({ price_id }) => price_id);
      const listedPrices = await ask(() => paddle.prices.list({ id: ids, perPage: 50 }).next(), timeoutMs);
      priceFaults = settings.prices.flatMap((price) =>
        priceFault(
          price,
          listedPrices.find(({ id }) => id === price.price_id),
        ),
      );
      return priceFaults;
    },
    createTransaction: async ({ price_id, ...customData }, timeoutMs) => {
      const items = [{ priceId: checked(price_id, 'pri'), quantity: 1 }];
      const made = await ask(() => paddle.transactions.create({ items, customData }), timeoutMs);
      return checked(made.id, 'txn');
    },
    transaction: async (id, timeoutMs) => {
      const transaction = await ask(() => paddle.transactions.get(checked(id, 'txn')), timeoutMs);
      const wire = transactionWire.parse(snakeCase(transaction));
      const outcome = wire.status === 'completed' ? 'completed' : 'open';
      return { fact: transactionFact(wire, outcome), ...timesOf(transaction) };
    },
    previewChange: async (id, change, timeoutMs) => {
      const preview = await ask(
        () => paddle.subscriptions.previewUpdate(checked(id, 'sub'), changeBody(change)),
        timeoutMs,
      );
      const totals = (transaction: typeof preview.nextTransaction) => transaction?.details?.totals?.grandTotal ?? null;
      return {
        currency: preview.currencyCode,
        now: totals(preview.immediateTransaction) ?? '0',
        next: totals(preview.nextTransaction),
        next_at: preview.nextBilledAt,
      };
    },
  };
}

function changeBody({ price_id, upgrade }: PlanChange) {
  return {
    items: [{ priceId: checked(price_id, 'pri'), quantity: 1 }],
    ...(upgrade
      ? ({ prorationBillingMode: 'prorated_immediately', onPaymentFailure: 'prevent_change' } as const)
      : ({ prorationBillingMode: 'prorated_next_billing_period' } as const)),
  };
}

/** The client leaves the path of a call for an id that contains one. */
function checked(id: string, kind: 'sub' | 'txn' | 'pri'): string {
  if (!new RegExp(`^${kind}_[a-z0-9]{26}$`).test(id)) throw new ProviderRefusal('malformed_id', undefined);
  return id;
}

/** Runs a call against the clock; the client itself would wait for ever. */
function createAsking(now: () => number) {
  let failures = 0;
  let restsUntil = 0;
  return async <Result>(call: () => Promise<Result>, timeoutMs: number): Promise<Result> => {
    if (now() < restsUntil) throw new ProviderAwayError('The payment provider failed a moment ago');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new ProviderAwayError('The payment provider is slow')), timeoutMs);
    });
    try {
      const result = await Promise.race([call(), late]);
      failures = 0;
      return result;
    } catch (error) {
      const fault = classify(error);
      if (fault instanceof ProviderAwayError) {
        failures += 1;
        if (failures >= failuresToRest) [failures, restsUntil] = [0, now() + restMs];
      }
      throw fault;
    } finally {
      clearTimeout(timer);
    }
  };
}

function classify(error: unknown): Error {
  if (error instanceof ProviderAwayError || error instanceof ProviderRefusal) return error;
  const busy = ['too_many_requests', 'service_unavailable', 'internal_error', 'bad_gateway'];
  if (error instanceof ApiError && error.type === 'request_error' && !busy.includes(error.code)) {
    return new ProviderRefusal(error.code, error);
  }
  return new ProviderAwayError('The payment provider is away', error);
}

function readSubscription(subscription: Subscription): ProviderSubscription {
  const wire = subscriptionWire.parse(snakeCase(subscription));
  const fact = subscriptionFact(wire, false);
  if (fact.kind !== 'subscription') throw new DomainError('internal');
  return {
    fact,
    ...timesOf(subscription),
    currency: subscription.currencyCode,
    next_amount: subscription.nextTransaction?.details?.totals?.grandTotal ?? null,
    cancel_url: safeAddress(subscription.managementUrls?.cancel),
    update_url: safeAddress(subscription.managementUrls?.updatePaymentMethod),
  };
}

const timesOf = ({ updatedAt }: { updatedAt: string }) => ({
  occurred_at: exactInstant(updatedAt),
  updated_at: exactInstant(updatedAt),
});

/** https, or http on this machine. */
function safeAddress(text: string | null | undefined): string | null {
  if (text == null || !URL.canParse(text)) return null;
  const { protocol, hostname } = new URL(text);
  const isLocal = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]';
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? text : null;
}

function priceFault({ plan, period, price_id }: PlanPrice, listedPrice: Price | undefined): string[] {
  if (listedPrice === undefined) return [`${price_id} is not known to the provider`];
  const cents = String(planCatalogue[plan][period] * 100);
  const { unitPrice, billingCycle } = listedPrice;
  const interval = period === 'monthly' ? 'month' : 'year';
  const fits = unitPrice.amount === cents && unitPrice.currencyCode === 'USD' && billingCycle?.interval === interval;
  return fits && billingCycle.frequency === 1 ? [] : [`${price_id} is not ${cents} cents (USD) a ${interval}`];
}

/** The client renames every field; our own readers take the wire's names. */
function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, nested]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCase(nested),
    ]),
  );
}
