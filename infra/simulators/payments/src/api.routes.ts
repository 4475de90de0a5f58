import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { change, dueOfChange, resume, stop, unschedule } from './billing-cycle.ts';
import type { BillingContext } from './charges.ts';
import { priceWire, subscriptionWire, transactionWire } from './wire.ts';
import { instant, type Subscription, type Transaction } from './world.ts';

export const providerModes = ['up', 'down', 'slow', 'html', '429', '500'] as const;
export type ProviderMode = (typeof providerModes)[number];

interface ApiOptions {
  readonly context: BillingContext;
  readonly apiKey: string;
  readonly mode: () => ProviderMode;
  readonly events: () => readonly unknown[];
  /** Pages on which a person changes the card and cancels. */
  readonly addressesOf: (subscription: Subscription) => { cancel: string; update: string };
}

const lockMs = 30 * 60_000;
const slowMs = 15_000;
const id = z.object({ id: z.string() });
const items = z.array(z.object({ price_id: z.string(), quantity: z.literal(1) })).length(1);
const effectiveFrom = z.enum(['next_billing_period', 'immediately']).default('next_billing_period');

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const envelope = (data: unknown) => ({ data, meta: { request_id: 'req_simulated' } });

function sendError(reply: FastifyReply, status: number, code: string): FastifyReply {
  const type = status >= 500 ? 'api_error' : 'request_error';
  const error = { type, code, detail: code.replaceAll('_', ' '), documentation_url: 'https://developer.paddle.com' };
  return reply.code(status).send({ error, meta: { request_id: 'req_simulated' } });
}

/** The provider's calls that the product uses. */
export function apiRoutes(app: FastifyInstance, options: ApiOptions): void {
  void app.register((scope, _options, done) => {
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof Refused) return sendError(reply, error.status, error.code);
      if (error instanceof z.ZodError) return sendError(reply, 400, 'bad_request');
      return sendError(reply, 500, 'internal_error');
    });
    scope.addHook('onRequest', async (request, reply) => {
      await misbehave(options.mode(), reply);
      if (!reply.sent && request.headers.authorization?.toLowerCase() !== `bearer ${options.apiKey}`.toLowerCase()) {
        return sendError(reply, 403, 'authentication_missing');
      }
      return undefined;
    });
    transactionCalls(scope, options);
    subscriptionCalls(scope, options);
    done();
  });
}

async function misbehave(mode: ProviderMode, reply: FastifyReply): Promise<void> {
  if (mode === 'down') reply.raw.destroy();
  if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs).unref());
  if (mode === 'html') await reply.type('text/html').send('<h1>Maintenance</h1>');
  if (mode === '429') await sendError(reply.header('retry-after', '1'), 429, 'too_many_requests');
  if (mode === '500') await sendError(reply, 500, 'internal_error');
}

function transactionCalls(app: FastifyInstance, { context, events }: ApiOptions): void {
  const { books } = context;
  app.get('/prices', (request) => {
    const { id: wanted } = z.object({ id: z.string().optional() }).parse(request.query);
    const ids = wanted?.split(',') ?? books.prices.map((price) => price.id);
    const data = ids.filter((wantedId) => books.price(wantedId)).map((wantedId) => priceWire(books, wantedId));
    const pagination = { per_page: 50, next: '', has_more: false, estimated_total: data.length };
    return { ...envelope(data), meta: { request_id: 'req_simulated', pagination } };
  });
  app.get('/customers', () => ({ ...envelope([]), meta: { pagination: { has_more: false, next: '', per_page: 50 } } }));
  app.get('/events', () => envelope(events()));
  app.post('/transactions', (request, reply) => {
    const body = z.object({ items, custom_data: z.record(z.string(), z.unknown()).nullish() }).parse(request.body);
    const price = books.price(body.items[0]?.price_id ?? '');
    if (price === undefined) throw new Refused(400, 'transaction_price_not_found');
    const at = instant(books.now());
    const transaction: Transaction = {
      id: books.newId('txn'),
      status: 'ready',
      subscription_id: null,
      price_id: price.id,
      origin: 'api',
      custom_data: body.custom_data ?? null,
      cents: price.cents,
      billing_period: null,
      created_at: at,
      updated_at: at,
    };
    books.world.transactions.push(transaction);
    books.save();
    return reply.code(201).send(envelope(transactionWire(books, transaction)));
  });
  app.get('/transactions/:id', (request) => {
    const transaction = books.transaction(id.parse(request.params).id);
    if (transaction === undefined) throw new Refused(404, 'not_found');
    return envelope(transactionWire(books, transaction));
  });
}

function subscriptionCalls(app: FastifyInstance, { context, addressesOf }: ApiOptions): void {
  const { books } = context;
  const findSubscription = (params: unknown): Subscription => {
    const subscription = books.subscription(id.parse(params).id);
    if (subscription === undefined) throw new Refused(404, 'not_found');
    return subscription;
  };
  const savedView = (subscription: Subscription) => {
    books.save();
    return envelope(subscriptionWire(books, subscription, { addresses: addressesOf(subscription), next: true }));
  };
  const changeable = (params: unknown): Subscription => {
    const subscription = findSubscription(params);
    if (subscription.status === 'canceled') throw new Refused(400, 'subscription_is_canceled_action_invalid');
    const left = Date.parse(subscription.next_billed_at ?? '') - books.now();
    if (left > 0 && left < lockMs) throw new Refused(409, 'subscription_locked_renewal');
    return subscription;
  };
  app.get('/subscriptions/:id', (request) => savedView(findSubscription(request.params)));
  for (const action of ['pause', 'cancel'] as const) {
    app.post(`/subscriptions/:id/${action}`, (request) => {
      const subscription = changeable(request.params);
      const { effective_from } = z.object({ effective_from: effectiveFrom }).parse(request.body ?? {});
      if (subscription.scheduled_change !== null) throw new Refused(409, 'subscription_locked_pending_changes');
      stop(context, subscription, action, { at: books.now(), immediately: effective_from === 'immediately' });
      return savedView(subscription);
    });
  }
  app.post('/subscriptions/:id/resume', (request) => {
    const subscription = changeable(request.params);
    if (subscription.status !== 'paused') throw new Refused(400, 'subscription_must_be_paused');
    resume(context, subscription, books.now());
    return savedView(subscription);
  });
  changeCalls(app, context, { changeable, savedView });
}

const changeBody = z.object({
  scheduled_change: z.null().optional(),
  items: items.optional(),
  proration_billing_mode: z.enum(['prorated_immediately', 'prorated_next_billing_period']).optional(),
  on_payment_failure: z.string().optional(),
});

function changeCalls(
  app: FastifyInstance,
  context: BillingContext,
  {
    changeable,
    savedView,
  }: { changeable: (params: unknown) => Subscription; savedView: (subscription: Subscription) => unknown },
): void {
  const { books } = context;
  app.patch('/subscriptions/:id', (request) => {
    const subscription = changeable(request.params);
    const body = changeBody.parse(request.body);
    const priceId = body.items?.[0]?.price_id;
    if (body.scheduled_change === null) {
      unschedule(context, subscription, books.now());
      return savedView(subscription);
    }
    if (priceId === undefined || books.price(priceId) === undefined) throw new Refused(400, 'price_not_found');
    const charged = body.proration_billing_mode === 'prorated_immediately';
    if (!change(context, subscription, priceId, { at: books.now(), charged })) {
      throw new Refused(400, 'subscription_payment_declined');
    }
    return savedView(subscription);
  });
  app.patch('/subscriptions/:id/preview', (request) => {
    const subscription = changeable(request.params);
    const body = changeBody.parse(request.body);
    const priceId = body.items?.[0]?.price_id ?? '';
    const price = books.price(priceId);
    if (price === undefined) throw new Refused(400, 'price_not_found');
    const due = dueOfChange(context, subscription, priceId, books.now());
    const charged = body.proration_billing_mode === 'prorated_immediately';
    const of = (cents: number) => ({
      billing_period: subscription.current_billing_period ?? { starts_at: '', ends_at: '' },
      details: transactionWire(books, { ...emptyTransaction, cents, price_id: priceId }).details,
      adjustments: [],
    });
    const wire = subscriptionWire(books, { ...subscription, price_id: priceId }, { next: true });
    return envelope({
      ...wire,
      immediate_transaction: charged ? of(Math.max(0, due)) : null,
      next_transaction: of(price.cents + (charged ? 0 : due)),
      update_summary: null,
    });
  });
}

const emptyTransaction: Transaction = {
  id: '',
  status: 'ready',
  subscription_id: null,
  price_id: '',
  custom_data: null,
  origin: 'api',
  cents: 0,
  billing_period: null,
  created_at: '',
  updated_at: '',
};
