import type { DomainEvent, DomainEventOf } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { happened, inTables } from '../../support/facts/ads-world.ts';
import { joinTeam } from '../../support/people/team-member.ts';
import { runCommand } from '../../support/programs/operator-command.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';

const at = '2026-10-05T12:00:00.000Z';
let api: ApiService;
beforeAll(async () => {
  api = await startApi({ tables: true, demo: true });
});
afterAll(() => api.stop());

const status = (token: string) => api.call('GET', '/api/billing/status', { token });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

type Fact = DomainEventOf<'PaymentNotificationReceived'>['data']['fact'];

/** The provider's word about a subscription that the team has bought. */
async function bought(teamId: number, overrides: Partial<NonNullable<Fact>> = {}) {
  const ids = { subscription_id: `sub_${teamId}`, transaction_id: `txn_${teamId}` };
  const checkout: DomainEvent = {
    type: 'CheckoutStarted',
    data: {
      team_id: teamId,
      account_id: teamId,
      checkout_id: 'c',
      ticket_hash: `t${teamId}`,
      price_id: 'pri_1',
      transaction_id: ids.transaction_id,
      plan: 3,
      period: 'annual',
      started_at: at,
      expires_at: at,
    },
  };
  const subscription = {
    kind: 'subscription',
    ...ids,
    status: 'active',
    failed: false,
    price_id: 'pri_1',
    started_at: at,
    next_billed_at: inDays(20),
    scheduled: null,
    paused_at: null,
    canceled_at: null,
    ...overrides,
  } as Fact;
  const paid: Fact = {
    kind: 'transaction',
    ...ids,
    outcome: 'completed',
    period_ends_at: inDays(20),
    amount: '139900',
    currency: 'USD',
  };
  const notified = (name: string, fact: Fact): DomainEvent => ({
    type: 'PaymentNotificationReceived',
    data: {
      event_id: `evt_${teamId}_${name}`,
      event_type: 't',
      occurred_at: at,
      updated_at: at,
      received_at: at,
      fact,
      body: 'v1.payments.AA',
    },
  });
  await happened(api, `paymentNotification-evt_${teamId}_s`, notified('s', subscription));
  await happened(api, `paymentNotification-evt_${teamId}_t`, notified('t', paid));
  await api.deps.directory.reached(await happened(api, `billing-${teamId}`, checkout));
}

describe('GET /api/billing', () => {
  it('offers the plans to every caller', async () => {
    const { body } = await api.call('GET', '/api/billing/plans');
    expect(body).toMatchObject({ status: 'ok', currency: 'USD', trial_days: 30 });
    expect(body.plans).toContainEqual({
      level: 3,
      installs: 40_000,
      monthly: 199,
      annual: 1399,
      annual_per_month: 117,
      saving_percent: 41,
    });
  });

  it('shows a trial, to admins alone', async () => {
    const owner = await api.signUp('Trial');
    const nothing = { activeSubscription: null, pausedSubscription: null, nextBillDate: null, nextPaymentAmount: null };
    const response = await status(owner.token);
    expect(response.body).toMatchObject({
      ...nothing,
      service: 'full',
      paidUntil: null,
      cancelURL: null,
      payments: [],
    });
    expect(response.body.service_ends_at).toBe(response.body.trialExpirationDate);
    for (const access of ['member', 'restricted'] as const) {
      const { token } = await joinTeam(api, owner, access);
      expect(await status(token)).toMatchObject({ status: 403, body: { code: 'admin_only' } });
    }
    const demo = await api.call('POST', '/api/session', { body: { demo: true } });
    const demoStatus = await status(String(demo.body.token));
    expect(demoStatus.body).toMatchObject({ ...nothing, service: 'full', service_ends_at: null, updateURL: null });
  });

  it('shows what was bought, its payments and how much of it is used', async () => {
    const { token, accountId } = await api.signUp('Bought');
    await bought(accountId);
    const added = await api.call('POST', '/api/application', {
      token,
      body: { name: 'App', url: 'https://apps.apple.com/app/id1500000777' },
    });
    const application_id = Number(added.body.application_id);
    const answered = (install_id: string, month: number): DomainEvent => {
      const decided_at = new Date(
        Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + month, 1),
      ).toISOString();
      return {
        type: 'InstallFoundOrganic',
        data: { application_id, install_id, reason: 'no_token', decided_at, answered: true },
      };
    };
    await happened(api, `install-${application_id}.a`, answered('a', 0));
    await inTables(api, await happened(api, `install-${application_id}.b`, answered('b', -1)));
    expect((await status(token)).body).toMatchObject({
      activeSubscription: { plan: 3, period: 'annual', status: 'active', installs_limit: 40_000, started_at: at },
      hasBillingIssues: false,
      service: 'full',
      service_ends_at: null,
      cancels_at: null,
      usage: { installs: 1, limit: 40_000, month: new Date().toISOString().slice(0, 7), last_month: 1 },
      payments: [{ id: `txn_${accountId}`, at, amount: 1399, currency: 'USD', state: 'paid' }],
    });
    const { body } = await api.call('GET', '/api/account', { token });
    expect(body.account).toMatchObject({ activeSubscription: { plan: 3 }, service: 'full' });
  });

  it('keeps the last person of a team that pays from deleting it', async () => {
    const { token, accountId, password } = await api.signUp('Pays');
    await bought(accountId);
    const refused = await api.call('DELETE', '/api/account', { token, body: { password } });
    expect(refused).toMatchObject({ status: 409, body: { error_message: 'Cancel your subscription first.' } });
    expect((await api.call('GET', '/api/account', { token })).body.account).toMatchObject({ deletes_at: null });
  });

  it('shows since when a payment is due and how long service goes on, and what pauses', async () => {
    const due = await api.signUp('Due');
    const paused = await api.signUp('Paused');
    await bought(due.accountId, { status: 'past_due', failed: true, next_billed_at: inDays(300) });
    const body = (await status(due.token)).body;
    expect(body).toMatchObject({ activeSubscription: { status: 'past_due' }, hasBillingIssues: true });
    expect(body.nextBillDate).toBe(new Date(Date.parse(at) + 30 * 86_400_000).toISOString());
    const effective_at = inDays(20);
    await bought(paused.accountId, { scheduled: { action: 'pause', effective_at } });
    const pausing = { plan: 3, period: 'annual', paused_from: effective_at };
    expect((await status(paused.token)).body).toMatchObject({ activeSubscription: null, pausedSubscription: pausing });
  });
});

describe('without a payment provider', () => {
  it('refuses what changes something, to admins; others are refused by their role, the demo by being one', async () => {
    const owner = await api.signUp('Off');
    const member = await joinTeam(api, owner, 'member');
    const demo = String((await api.call('POST', '/api/session', { body: { demo: true } })).body.token);
    const choice = { plan: 3, period: 'annual' };
    const calls = [
      ['checkout', choice],
      ['pause_subscription', {}],
      ['restart_subscription', undefined],
      ['change_plan', choice],
    ] as const;
    for (const [name, body] of calls) {
      const call = (token: string) => api.call('POST', `/api/billing/${name}`, { token, body });
      expect(await call(owner.token)).toMatchObject({ status: 409, body: { code: 'payments_off' } });
      expect(await call(member.token)).toMatchObject({ status: 403, body: { code: 'admin_only' } });
      expect(await call(demo)).toMatchObject({ status: 403, body: { code: 'demo_account' } });
    }
    for (const body of [
      { plan: 1, period: 'annual' },
      { plan: 5, period: 'annual' },
      { ...choice, price_id: 'pri_1' },
    ]) {
      const response = await api.call('POST', '/api/billing/checkout', { token: owner.token, body });
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    }
    expect((await status(owner.token)).body.provider).toBe('off');
    const foreign = await api.call('GET', '/api/billing/checkout', { headers: { 'x-checkout-ticket': 'x' } });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'link_invalid' } });
  });
});

describe('npm run billing', () => {
  it('moves the end of a trial, also into the past, and gives a team its own prices', async () => {
    const { token, accountId } = await api.signUp('Moved');
    const until = inDays(-31);
    const moved = await runCommand('billing', api.addresses, 'trial', '--account', `${accountId}`, '--until', until);
    expect(moved).toMatchObject({ code: 0, rows: [{ status: 'ok', trial_expires_at: until, service: 'idle' }] });
    const [last] = await api.log.readStream(`team-${accountId}`).then((events) => events.slice(-1));
    await api.deps.directory.reached(last?.position ?? 0n);
    expect((await status(token)).body).toMatchObject({
      service: 'idle',
      service_ends_at: until,
      trialExpirationDate: until,
    });
    const price = `pri_${'a'.repeat(26)}`;
    const special = await runCommand(
      'billing',
      api.addresses,
      'special',
      '--account',
      `${accountId}`,
      '--prices',
      price,
    );
    expect(special.rows[0]?.special_prices).toHaveLength(6);
    const wrong = await runCommand('billing', api.addresses, 'trial', '--account', `${accountId}`, '--until', 'soon');
    expect(wrong).toMatchObject({ code: 2, rows: [] });
  });
});
