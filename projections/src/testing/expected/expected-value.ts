import {
  type ActiveSubscription,
  builtInModel,
  firstReducedCharge,
  introductionHours,
  type ProductModel,
  remainingOf,
  standardPeriodDays,
} from '@tapwise/domain';
import { type Payment, type Person, type Purchase, storefronts } from '../random/random-people.ts';
import { type World, worldNow } from '../random/random-world.ts';

const now = Date.parse(worldNow);
const dayMs = 86_400_000;
const periodEnd = Date.parse('2026-04-20T00:00:00.000Z');
const silentEnd = Date.parse('2026-03-18T09:00:00.000Z');

/** What is still to come from a purchase, net, in the currency of its next charge. */
export function expectedRemaining(
  world: World,
  person: Person,
  purchase: Purchase,
  smallBusiness: boolean,
  price = nextPrice(world, purchase),
): { amount: number; currency: string } {
  const nothing = { amount: 0, currency: 'EUR' };
  if (!isActive(purchase) || price === undefined) return nothing;
  const { status } = purchase;
  const payment = purchase.payments.at(-1);
  const paidAt = Date.parse(payment?.at ?? worldNow);
  const paidUntil = status === 'billing_issues' ? silentEnd : periodEnd;
  const subscription: ActiveSubscription = {
    status,
    country: payment?.storefront ?? 'US',
    charges: payment === undefined ? 0 : 1,
    hours_in_trial: (now - Date.parse(person.firstLaunchAt)) / 3_600_000,
    elapsed: Math.min(1, (now - paidAt) / (paidUntil - paidAt)),
    retry_days: (now - silentEnd) / dayMs,
    price_ex_vat: price.micros,
  };
  const model = newestModel(world, purchase.product, payment === undefined);
  const paid_service_days = payment === undefined ? 0 : Math.max(0, paidUntil - paidAt) / dayMs;
  const first_reduced_charge = firstReducedCharge(
    { charges: subscription.charges, paid_service_days },
    { period_days: model.period_days, small_business: smallBusiness },
  );
  return { amount: remainingOf(subscription, model, { first_reduced_charge }).mean, currency: price.currency };
}

type ActivePurchase = Purchase & { readonly status: 'trial' | 'active' | 'billing_issues' };

/** Whether something is still to come from a purchase, whose price is not known. */
export function lacksPrice(world: World, person: Person, purchase: Purchase): boolean {
  if (!isActive(purchase) || nextPrice(world, purchase) !== undefined) return false;
  return expectedRemaining(world, person, purchase, false, { micros: 1_000_000, currency: 'EUR' }).amount > 0;
}

/** Whether anything may still be charged for it. */
export const isActive = (purchase: Purchase): purchase is ActivePurchase =>
  purchase.kind === 'subscription' && ['trial', 'active', 'billing_issues'].includes(purchase.status);

/** What it is charged at next, without tax. */
function nextPrice(world: World, purchase: Purchase): Price | undefined {
  const payment = purchase.payments.at(-1);
  return payment === undefined ? trialPrice(world, purchase) : priceOf(payment);
}

interface Price {
  readonly micros: number;
  readonly currency: string;
}

function priceOf({ micros, storefront }: Payment): Price {
  const { tax, currency } = storefronts[storefront];
  return { micros: Math.round(micros / (1 + tax)), currency };
}

/** The price the store named; else what was last charged for the product in the trial's storefront, else anywhere. */
function trialPrice(world: World, { namedPrice, product }: Purchase): Price | undefined {
  if (namedPrice !== null) return { micros: namedPrice, currency: 'USD' };
  const paid = world.people.flatMap((person) =>
    person.purchases.flatMap((purchase) =>
      purchase.kind === 'one_time'
        ? []
        : purchase.payments.map((payment, index) => ({ payment, id: idOf(purchase, index) })),
    ),
  );
  const priced = paid
    .filter(({ payment }) => payment.product === product)
    .map(({ payment, id }) => ({ payment, mention: lastMention(world, id) }))
    .sort((a, b) => a.payment.at.slice(0, 10).localeCompare(b.payment.at.slice(0, 10)) || a.mention - b.mention);
  const last = priced.findLast(({ payment }) => payment.storefront === 'US') ?? priced.at(-1);
  return last && priceOf(last.payment);
}

const idOf = ({ hadTrial, originalId }: Purchase, index: number): string =>
  hadTrial ? `${originalId}-c${index}` : originalId;

function lastMention(world: World, transactionId: string): number {
  return world.events.findLastIndex(
    ({ event }) =>
      event.type === 'StoreNotificationReceived' &&
      event.data.transactions.some(({ transaction_id }) => transaction_id === transactionId),
  );
}

/** The newest fit that is not in the future; else the built-in model for the lengths that were last reported. */
export function newestModel(world: World, product: string, isTrial: boolean): ProductModel {
  const fitted = world.extras.fits.findLast((model) => model.product_id === product && Date.parse(model.as_of) <= now);
  if (fitted !== undefined) return fitted;
  const transactions = world.events.flatMap(({ event }) =>
    event.type === 'StoreNotificationReceived' ? event.data.transactions : [],
  );
  const lengthOf = (isIntro: boolean): number | undefined => {
    const last = transactions.findLast(
      (transaction) => transaction.product_id === product && (transaction.offer_type === 1) === isIntro,
    );
    return last === undefined ? undefined : Date.parse(last.expires_at ?? '') - Date.parse(last.purchased_at);
  };
  const period = lengthOf(false);
  const intro = lengthOf(true);
  return builtInModel({
    product_id: product,
    period_days: period === undefined ? 30.4375 : standardPeriodDays(period),
    intro_hours: isTrial && intro !== undefined ? introductionHours(intro) : null,
    as_of: '1970-01-01T00:00:00.000Z',
  });
}
