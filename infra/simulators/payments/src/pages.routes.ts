import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { complete, stop, updateCard } from './billing-cycle.ts';
import { type BillingContext, notifyTransaction } from './charges.ts';
import type { Subscription } from './world.ts';

const files = join(import.meta.dirname, '..', 'pages');
const read = (name: string): string => readFileSync(join(files, name), 'utf8');
const id = z.object({ id: z.string() });
const linkMs = 600_000;

/** Cards that the provider's own sandbox knows. */
const cards: Readonly<Record<string, 'paid' | 'declined' | 'once'>> = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
  '4000002760003184': 'once',
};

/** Script, overlay and the pages on which a person changes the card or cancels. No page has an inline script. */
export function pageRoutes(app: FastifyInstance, context: BillingContext, secret: string): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  for (const [path, name, type] of [
    ['/paddle/v2/paddle.js', 'paddle.js', 'text/javascript'],
    ['/paddle/v2/paddle.css', 'paddle.css', 'text/css'],
    ['/checkout/checkout.js', 'checkout.js', 'text/javascript'],
    ['/checkout/checkout.css', 'checkout.css', 'text/css'],
  ] as const) {
    app.get(path, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cross-origin-resource-policy', 'cross-origin').send(read(name)),
    );
  }
  checkoutPages(app, context);
  portalPages(app, context, secret);
}

function checkoutPages(app: FastifyInstance, context: BillingContext): void {
  const { books } = context;
  app.get('/checkout/:id', (request, reply) => {
    const transaction = books.transaction(id.parse(request.params).id);
    if (transaction === undefined) return page(reply.code(404), 'Unknown checkout', '');
    const words = { id: transaction.id, amount: `$${(transaction.cents / 100).toFixed(2)}` };
    return html(reply, fill(read('checkout.html'), words));
  });
  app.post('/checkout/:id/pay', (request, reply) => {
    const transaction = books.transaction(id.parse(request.params).id);
    const { card } = z.object({ card: z.string().default('') }).parse(request.body ?? {});
    const outcome = cards[card.replace(/\D/g, '')];
    if (transaction === undefined) return reply.code(404).send({ error: 'Unknown checkout' });
    if (transaction.subscription_id !== null) return { paid: true };
    if (outcome === undefined) return reply.code(400).send({ error: 'Use one of the test cards.' });
    if (outcome === 'declined') {
      notifyTransaction(context, 'payment_failed', transaction, books.now());
      return reply.code(402).send({ error: 'The card was declined.' });
    }
    const subscription = complete(context, transaction, books.now());
    if (outcome === 'once') subscription.charges = 'declined';
    books.save();
    return { paid: true };
  });
}

/** @returns addresses that are good for ten minutes. */
export function portalAddresses(subscription: Subscription, portal: { origin: string; secret: string }) {
  const until = Date.now() + linkMs;
  const address = (action: string) =>
    `${portal.origin}/portal/${subscription.id}/${action}?token=${until}.${sign(portal.secret, subscription.id, until)}`;
  return { cancel: address('cancel'), update: address('update-payment-method') };
}

const sign = (secret: string, subscriptionId: string, until: number): string =>
  createHmac('sha256', secret).update(`${subscriptionId}|${until}`).digest('hex').slice(0, 32);

function portalPages(app: FastifyInstance, context: BillingContext, secret: string): void {
  const { books } = context;
  const findSubscription = (params: unknown, query: unknown): Subscription | undefined => {
    const [until = '', signature] = z.object({ token: z.string() }).parse(query).token.split('.');
    const subscription = books.subscription(id.parse(params).id);
    const isGood =
      subscription && Number(until) > Date.now() && signature === sign(secret, subscription.id, Number(until));
    return isGood ? subscription : undefined;
  };
  const actions = {
    cancel: {
      title: 'Cancel subscription',
      run: (subscription: Subscription) =>
        stop(context, subscription, 'cancel', { at: books.now(), immediately: subscription.status !== 'active' }),
    },
    'update-payment-method': {
      title: 'Update card',
      run: (subscription: Subscription) => updateCard(context, subscription, books.now()),
    },
  };
  for (const [name, { title, run }] of Object.entries(actions)) {
    app.get(`/portal/:id/${name}`, (request, reply) => {
      if (findSubscription(request.params, request.query) === undefined)
        return page(reply.code(404), 'This link is no longer valid', '');
      return page(reply, title, `<form method="post"><button>${title}</button></form>`);
    });
    app.post(`/portal/:id/${name}`, (request, reply) => {
      const subscription = findSubscription(request.params, request.query);
      if (subscription === undefined) return page(reply.code(404), 'This link is no longer valid', '');
      if (subscription.status !== 'canceled') run(subscription);
      books.save();
      return page(reply, 'Done', `<p>${title}: done. You can close this page.</p>`);
    });
  }
}

const page = (reply: FastifyReply, title: string, body: string): FastifyReply =>
  html(reply, fill(read('portal.html'), { title, body }));

function html(reply: FastifyReply, text: string): FastifyReply {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'";
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(text);
}

const fill = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
