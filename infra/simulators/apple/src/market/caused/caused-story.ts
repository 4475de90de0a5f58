import { DAY_MS } from '../../base/calendar/calendar-days.ts';
import type { Person } from '../people/person.ts';
import { isSale, type PurchaseStory, type StoreEvent, type Transaction } from '../people/purchase.ts';
import { transactionOf } from '../people/story-writer.ts';
import type { App, Product } from '../world/apps.ts';
import type { CausedPurchase, PurchaseCause } from './caused-events.ts';

/** Numbers of caused messages and sales begin here, past any that a story of its own reaches. */
const FIRST_NUMBER = 500;

/** What is changed of a message about a healthy subscription. */
type Details = Partial<
  Pick<StoreEvent, 'subtype' | 'revocation' | 'autoRenew' | 'status' | 'expirationIntent' | 'transaction'>
> &
  Pick<StoreEvent, 'type'>;

/**
 * A person's own story and what tests caused after it.
 *
 * @throws when a cause has nothing to act on, such as a refund without a charge
 */
export function storyWithCauses(
  person: Person,
  baseStory: PurchaseStory | null,
  causes: readonly CausedPurchase[],
): PurchaseStory {
  const events: StoreEvent[] = [];
  for (const cause of causes) {
    const before = [...(baseStory?.events ?? []), ...events].filter(
      (event): event is StoreEvent => event.kind === 'notification' && event.at <= cause.at,
    );
    const details = WRITERS[cause.what]({ person, cause, before, number: FIRST_NUMBER + events.length });
    events.push({ ...quietEvent(person, details), ...details, number: FIRST_NUMBER + events.length, ...timeOf(cause) });
  }
  return { tagged: baseStory?.tagged ?? true, events: [...(baseStory?.events ?? []), ...events] };
}

const timeOf = ({ at }: CausedPurchase) => ({ at, deliverAt: at });

/** The fields that most messages share. */
function quietEvent(person: Person, { transaction }: Details): Omit<StoreEvent, 'number' | 'at' | 'deliverAt'> {
  if (transaction === undefined) throw new Error(`There is no purchase of ${person.installId} to act on`);
  return {
    kind: 'notification',
    type: '',
    subtype: null,
    transaction,
    revocation: null,
    autoRenew: true,
    status: 1,
    nextProduct: transaction.product,
    expirationIntent: null,
    repeated: false,
  };
}

interface Scene {
  readonly person: Person;
  readonly cause: CausedPurchase;
  /** All messages up to now, in order of time. */
  readonly before: readonly StoreEvent[];
  readonly number: number;
}

const WRITERS: Readonly<Record<PurchaseCause, (scene: Scene) => Details>> = {
  trial(scene) {
    const product = productOf(scene, 'trial');
    return { type: 'SUBSCRIBED', subtype: 'INITIAL_BUY', transaction: saleOf(scene, product, product.introductory) };
  },
  charge(scene) {
    const previous = lastSubscription(scene);
    if (previous !== undefined)
      return { type: 'DID_RENEW', transaction: saleOf(scene, previous.product, null, previous) };
    const product = productOf(scene, 'charge');
    return { type: 'SUBSCRIBED', subtype: 'INITIAL_BUY', transaction: saleOf(scene, product, null) };
  },
  one_time(scene) {
    const product = productOf(scene, 'one_time');
    return { type: 'ONE_TIME_CHARGE', transaction: saleOf(scene, product, null) };
  },
  refund(scene) {
    const paid = scene.before.findLast((event) => isSale(event) && event.transaction.priceMilli > 0)?.transaction;
    if (paid === undefined) throw new Error('There is no charge to refund');
    const revocation = { at: scene.cause.at, reason: 0, percentage: null } as const;
    return { type: 'REFUND', transaction: paid, revocation, autoRenew: false, status: 5 };
  },
  cancel: (scene) => ({
    type: 'DID_CHANGE_RENEWAL_STATUS',
    subtype: 'AUTO_RENEW_DISABLED',
    transaction: runningSubscription(scene),
    autoRenew: false,
  }),
  billing_issue: (scene) => ({ type: 'DID_FAIL_TO_RENEW', transaction: runningSubscription(scene), status: 3 }),
  expire: (scene) => ({
    type: 'EXPIRED',
    subtype: 'VOLUNTARY',
    transaction: runningSubscription(scene),
    autoRenew: false,
    status: 2,
    expirationIntent: 1,
  }),
};

const lastSubscription = ({ before }: Scene): Transaction | undefined =>
  before.findLast((event) => isSale(event) && event.transaction.product.period !== null)?.transaction;

function runningSubscription(scene: Scene): Transaction {
  const subscription = lastSubscription(scene);
  if (subscription === undefined) throw new Error('There is no subscription');
  return subscription;
}

/** What a first purchase of each kind can be of. */
const FITS = {
  trial: ({ introductory }: Product) => introductory?.discount === 'FREE_TRIAL',
  charge: ({ period }: Product) => period !== null,
  one_time: ({ period }: Product) => period === null,
};

/** The named product of the app, else its first one that fits. @throws when there is none */
export function soldProduct(app: App, what: keyof typeof FITS, name: string | null): Product {
  const match = app.products.find(
    (product) => FITS[what](product) && (name ?? product.productId) === product.productId,
  );
  if (match === undefined) throw new Error(`${app.name} has no product ${name ?? ''} for a ${what}`);
  return match;
}

const productOf = ({ person, cause }: Scene, what: keyof typeof FITS): Product =>
  soldProduct(person.app, what, cause.product);

/** A renewal begins where the period before it ends, if that is over; else at once. */
function saleOf(
  { person, cause, number }: Scene,
  product: Product,
  offer: Product['introductory'],
  previous: Transaction | null = null,
): Transaction {
  const due = previous?.expiresAt ?? cause.at;
  const purchasedAt = due <= cause.at && due > cause.at - DAY_MS ? due : cause.at;
  const baseUsd = offer?.baseUsd ?? product.baseUsd;
  return transactionOf({ person, storefront: person.country }, number, {
    product,
    purchasedAt,
    offer,
    previous,
    baseUsd,
    renewal: previous !== null,
  });
}
