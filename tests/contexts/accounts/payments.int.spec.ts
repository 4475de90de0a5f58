import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAccess, joinTeam } from '../../support/people/team-member.ts';
import { eventually } from '../../support/product/product.ts';
import { type PaymentsWorld, startPaymentsWorld } from '../../support/workers/payments-world.ts';

let world: PaymentsWorld;
beforeAll(async () => {
  world = await startPaymentsWorld();
});
afterAll(() => world.stop());

const post = (token: string, name: string, body: object = {}) =>
  world.api.call('POST', `/api/billing/${name}`, { token, body });
const status = async (token: string) => (await world.api.call('GET', '/api/billing/status', { token })).body;
const ticketOf = (url: unknown) => String(url).split('#')[1] ?? '';
const opened = (ticket: string) =>
  world.api.call('GET', '/api/billing/checkout', { headers: { 'x-checkout-ticket': ticket } });
const until = (token: string, is: (billing: Record<string, unknown>) => boolean) => eventually(() => status(token), is);

/** A team that has paid. @param startedAt As if it had been paid then. */
async function buy(name: string, startedAt?: string, choice: object = { plan: 2, period: 'monthly' }) {
  const owner = await world.api.signUp(name);
  const started = await post(owner.token, 'checkout', choice);
  const { body } = await opened(ticketOf(started.body.checkout_url));
  const transaction_id = String(body.transaction_id);
  const done = await world.control('complete', { transaction_id, ...(startedAt ? { started_at: startedAt } : {}) });
  await until(owner.token, ({ paidUntil, activeSubscription }) => paidUntil !== null && activeSubscription !== null);
  return { ...owner, transaction_id, subscription_id: String(done.subscription_id) };
}

describe('buying', () => {
  it('uses a ticket of the account, whose price and team the browser cannot choose', async () => {
    const owner = await world.api.signUp('Ticket');
    const started = await post(owner.token, 'checkout', { plan: 3, period: 'annual' });
    expect(started.body.checkout_url).toMatch(/^\/checkout#[\w-]{43}$/);
    const response = await opened(ticketOf(started.body.checkout_url));
    expect(response.body).toMatchObject({
      status: 'ok',
      environment: 'sandbox',
      client_token: 'test_token',
      email: owner.email,
      plan: 3,
      period: 'annual',
      script_url: `${world.url}/paddle/v2/paddle.js`,
    });
    const again = await post(owner.token, 'checkout', { plan: 3, period: 'annual' });
    expect((await opened(ticketOf(again.body.checkout_url))).body.transaction_id).toBe(response.body.transaction_id);
    const [made] = (await world.state()).transactions.filter(({ id }) => id === response.body.transaction_id);
    expect(made).toMatchObject({ cents: 139_900, custom_data: { team_id: owner.accountId } });
    const log = JSON.stringify(
      (await world.api.log.readStream(`billing-${owner.accountId}`)).map(({ event }) => event),
    );
    expect(log).not.toContain(ticketOf(started.body.checkout_url));
  });

  it('ends with the payment, with the right to buy, and with an unknown ticket', async () => {
    const { token } = await buy('Paid');
    expect(await post(token, 'checkout', { plan: 2, period: 'monthly' })).toMatchObject({
      body: { code: 'subscribed' },
    });
    const owner = await world.api.signUp('Demoted');
    const other = await joinTeam(world.api, owner, 'admin');
    const { body } = await post(other.token, 'checkout', { plan: 2, period: 'monthly' });
    expect((await opened(ticketOf(body.checkout_url))).status).toBe(200);
    await world.api.deps.directory.reached(await changeAccess(world.api, owner, other.accountId, 'member'));
    for (const ticket of [ticketOf(body.checkout_url), '', 'x'.repeat(43)]) {
      expect(await opened(ticket)).toMatchObject({
        status: 404,
        body: { error_message: 'This link is no longer valid.' },
      });
    }
  });
});

describe('a subscription', () => {
  it('fails, recovers, pauses and restarts without a charge, and is cancelled', async () => {
    // A month later is a little ago: the next charge is due as soon as the clock is moved.
    const began = new Date(Date.now() - 31.5 * 86_400_000).toISOString();
    const { token, subscription_id } = await buy('Story', began);
    const first = await status(token);
    expect(first).toMatchObject({
      provider: 'ok',
      nextPaymentAmount: 99,
      nextPaymentCurrency: 'USD',
      service: 'full',
      service_ends_at: null,
      activeSubscription: { plan: 2, period: 'monthly', status: 'active', installs_limit: 10_000, started_at: began },
      payments: [{ amount: 99, currency: 'USD', state: 'paid', at: began }],
    });
    await world.control('outcome', { subscription_id, next_charge: 'declined' });
    await world.control('clock', { advance: 'PT1S' });
    const due = await until(token, ({ hasBillingIssues }) => hasBillingIssues === true);
    expect(due).toMatchObject({ activeSubscription: { status: 'past_due' }, paidUntil: first.paidUntil });
    expect(await post(token, 'pause_subscription')).toMatchObject({ status: 409, body: { code: 'update_card' } });
    expect((await fetch(String(due.updateURL), { method: 'POST' })).status).toBe(200);
    const paid = await until(
      token,
      ({ hasBillingIssues, paidUntil }) => hasBillingIssues === false && paidUntil !== first.paidUntil,
    );
    expect(String(paid.paidUntil) > String(first.paidUntil)).toBe(true);

    const charges = async () =>
      (await world.state()).transactions.filter((transaction) => transaction.subscription_id === subscription_id)
        .length;
    const charged = await charges();
    expect((await post(token, 'pause_subscription')).body).toEqual({ status: 'ok', queued: false });
    const paused = await status(token);
    expect(paused).toMatchObject({ activeSubscription: null, nextBillDate: null });
    expect(paused.pausedSubscription).toMatchObject({ plan: 2, paused_from: paid.paidUntil });
    expect((await post(token, 'pause_subscription')).body).toEqual({ status: 'ok', queued: false });
    expect((await post(token, 'restart_subscription')).body).toEqual({ status: 'ok', queued: false });
    expect(await status(token)).toMatchObject({ activeSubscription: { plan: 2 }, pausedSubscription: null });
    expect(await charges()).toBe(charged);
    expect((await fetch(String(paid.cancelURL), { method: 'POST' })).status).toBe(200);
    const cancelling = await until(token, ({ cancels_at }) => cancels_at !== null);
    expect(cancelling).toMatchObject({
      activeSubscription: null,
      paidUntil: paid.paidUntil,
      cancels_at: paid.paidUntil,
      endingSubscription: { plan: 2, period: 'monthly' },
    });
    expect(await post(token, 'checkout', { plan: 2, period: 'monthly' })).toMatchObject({
      body: { code: 'subscribed' },
    });
    await world.control('clock', { advance: 'P40D' });
    await until(token, ({ cancels_at }) => cancels_at === null);
    await world.control('clock', { now: new Date().toISOString() });
    expect(await post(token, 'restart_subscription')).toMatchObject({ status: 409, body: { code: 'choose_plan' } });
    expect((await post(token, 'checkout', { plan: 2, period: 'monthly' })).status).toBe(200);
  });

  it('changes its plan for the provider’s amounts', async () => {
    const { token } = await buy('Changed');
    const choice = { plan: 3, period: 'monthly' };
    const { body } = await post(token, 'change_plan', { ...choice, preview: true });
    expect(body).toMatchObject({ now: { amount: 100, currency: 'USD' }, next: { amount: 199, currency: 'USD' } });
    expect((await post(token, 'change_plan', choice)).body).toEqual({ status: 'ok', queued: false });
    expect(await status(token)).toMatchObject({ activeSubscription: { plan: 3, installs_limit: 40_000 } });
    expect(await post(token, 'change_plan', choice)).toMatchObject({ status: 409, body: { code: 'same_plan' } });
  });
});

describe('the provider', () => {
  it('that is away leaves what is known, keeps requests, and does them once when it is back', async () => {
    const { token, subscription_id } = await buy('Away');
    await world.control('provider', { mode: 'html' });
    expect(await status(token)).toMatchObject({
      provider: 'unavailable',
      cancelURL: null,
      nextPaymentAmount: null,
      activeSubscription: { plan: 2 },
    });
    expect((await post(token, 'pause_subscription')).body).toEqual({ status: 'ok', queued: true });
    expect(await post(token, 'restart_subscription')).toMatchObject({ status: 409, body: { code: 'busy' } });
    await world.control('provider', { mode: 'up' });
    await until(token, ({ pausedSubscription }) => pausedSubscription !== null);
    const subscription = (await world.state()).subscriptions.find(({ id }) => id === subscription_id);
    expect(subscription).toMatchObject({ scheduled_change: { action: 'pause' } });
  });

  it.each(['duplicate', 'shuffle', 'two_h1', 'wrong_signature', 'stale'])(
    'that delivers %s leads to the same state',
    async (mode) => {
      await world.control('delivery', { mode });
      const owner = await world.api.signUp(`Delivered ${mode}`);
      const { body } = await post(owner.token, 'checkout', { plan: 4, period: 'annual' });
      const { transaction_id } = (await opened(ticketOf(body.checkout_url))).body;
      await world.control('complete', { transaction_id: String(transaction_id) });
      if (mode === 'wrong_signature' || mode === 'stale') {
        await eventually(
          () => world.state(),
          ({ notifications }) =>
            notifications.slice(-4).every(({ status: deliveryStatus }) => deliveryStatus === 'waiting'),
        );
        expect(await status(owner.token)).toMatchObject({ activeSubscription: null });
      }
      await world.control('delivery', { mode: 'normal' });
      const billing = await until(owner.token, ({ activeSubscription }) => activeSubscription !== null);
      await until(owner.token, ({ paidUntil }) => paidUntil !== null);
      expect(billing).toMatchObject({ activeSubscription: { plan: 4, period: 'annual' } });
    },
    30_000,
  );
});
