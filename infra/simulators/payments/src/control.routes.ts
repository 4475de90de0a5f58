import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ProviderMode, providerModes } from './api.routes.ts';
import { adjust, complete } from './billing-cycle.ts';
import { type BillingContext, runUntil } from './charges.ts';
import { deliveryModes, type Notifications } from './notifications.ts';
import { instant } from './world.ts';

const instantField = z.iso.datetime({ offset: true });
const bodies = {
  complete: z.strictObject({ transaction_id: z.string(), started_at: instantField.optional() }),
  clock: z.union([
    z.strictObject({ advance: z.string().regex(/^P(?=.)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?$/) }),
    z.strictObject({ now: instantField }),
  ]),
  outcome: z.strictObject({ subscription_id: z.string(), next_charge: z.enum(['paid', 'declined']) }),
  adjust: z.strictObject({
    transaction_id: z.string(),
    action: z.enum(['refund', 'chargeback', 'chargeback_reverse']),
    amount: z.enum(['full', 'partial']),
    status: z.enum(['pending_approval', 'approved', 'rejected']),
  }),
  delivery: z.strictObject({ mode: z.enum(deliveryModes) }),
  provider: z.strictObject({ mode: z.enum(providerModes) }),
};

interface ControlOptions {
  readonly context: BillingContext;
  readonly notifications: Notifications;
  readonly setMode: (mode: ProviderMode) => void;
}

/** What tests and the demo make happen; without bearer, so on loopback only. */
export function controlRoutes(app: FastifyInstance, { context, notifications, setMode }: ControlOptions): void {
  const { books } = context;
  const steps: { readonly [Name in keyof typeof bodies]: (body: z.infer<(typeof bodies)[Name]>) => object } = {
    complete: ({ transaction_id, started_at }) => {
      const transaction = required(books.transaction(transaction_id));
      const at = started_at === undefined ? books.now() : Date.parse(started_at);
      if (transaction.subscription_id !== null) return { subscription_id: transaction.subscription_id };
      return { subscription_id: complete(context, transaction, at).id };
    },
    clock: (body) => {
      const now = 'now' in body ? Date.parse(body.now) : later(books.now(), body.advance);
      books.world.offset = now - Date.now();
      runUntil(context, now);
      return { now: instant(now) };
    },
    outcome: ({ subscription_id, next_charge }) => {
      required(books.subscription(subscription_id)).charges = next_charge;
      return {};
    },
    adjust: ({ transaction_id, action, amount: type, status }) => ({
      adjustment_id: adjust(context, required(books.transaction(transaction_id)), { action, status, type }, books.now())
        .id,
    }),
    delivery: ({ mode }) => {
      notifications.setMode(mode);
      return {};
    },
    provider: ({ mode }) => {
      setMode(mode);
      return {};
    },
  };
  for (const name of Object.keys(bodies) as (keyof typeof bodies)[]) {
    app.post(`/_control/${name}`, (request, reply) => {
      const body = bodies[name].safeParse(request.body);
      if (!isLocal(request.ip)) return reply.code(403).send({ ok: false, error: 'on loopback only' });
      if (!body.success) return reply.code(400).send({ ok: false, error: z.prettifyError(body.error) });
      try {
        const done = (steps[name] as (input: unknown) => object)(body.data);
        books.save();
        return { ok: true, ...done };
      } catch (error) {
        return reply.code(404).send({ ok: false, error: error instanceof Error ? error.message : 'unknown' });
      }
    });
  }
  app.get('/_control/state', () => ({
    now: instant(books.now()),
    transactions: books.world.transactions,
    subscriptions: books.world.subscriptions,
    notifications: notifications.list(),
  }));
}

function required<Value>(candidate: Value | undefined): Value {
  if (candidate === undefined) throw new Error('there is no such thing');
  return candidate;
}

const isLocal = (address: string): boolean => /^(::1|(::ffff:)?127\.)/.test(address);

/** An ISO 8601 duration later; years and months by the calendar. */
function later(from: number, duration: string): number {
  const [days = '', time = ''] = duration.slice(1).split('T');
  const number = (text: string, unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0);
  const date = new Date(from);
  date.setUTCMonth(date.getUTCMonth() + 12 * number(days, 'Y') + number(days, 'M'));
  const ms = (number(days, 'W') * 7 + number(days, 'D')) * 86_400_000;
  return date.getTime() + ms + (number(time, 'H') * 3600 + number(time, 'M') * 60 + number(time, 'S')) * 1000;
}
