import type { SimulatorClock } from '../../base/clock.ts';
import { shareOf } from '../../base/random/prng.ts';
import { mintToken } from '../../endpoints/install-attribution/attribution-token.ts';
import type { Person } from '../../market/people/person.ts';
import type { LinkEvent } from '../../market/people/purchase.ts';
import { storefrontOf } from '../../market/world/storefronts.ts';
import type { ProductResponse } from '../product-client.ts';
import { Phone, type PhoneState, type PhoneWorld, type Purchase, type Token } from './phone.ts';
import { isTokenless, noTroubles, type PhoneTroubles, sdkVersionOf } from './phone-traits.ts';
import { isRefusal, type Reply } from './replies.ts';

/** What a phone is used with. */
export interface PhoneSite {
  readonly clock: SimulatorClock;
  /** @throws where nothing came back */
  post(call: 'attribution' | 'transactions', body: object): Promise<ProductResponse>;
  /** Called with each reply of the product, also with one that the phone does not get. */
  replied(response: ProductResponse): void;
  /** @throws when the simulator ends */
  wait(seconds: number): Promise<void>;
}

/** A page that some network shows in place of what was asked for. */
const strangePage: Reply = { status: 200, body: '<html>Welcome to the hotel</html>' };
/** People look at an app again soon after it could not report them. */
const openedAgainAfterSeconds = 30;

/**
 * Opens the app until its install is answered or refused.
 * @returns the product's last reply. @throws when the simulator ends
 */
export function reportInstall(person: Person, troubles: PhoneTroubles, site: PhoneSite): Promise<ProductResponse> {
  const firstLaunch = person.launchedAt + troubles.clockAhead * 1000;
  return useUntilSettled(person, { troubles, site }, { firstLaunchAt: new Date(firstLaunch).toISOString() });
}

/** The same with a purchase of an install that is reported. */
export function reportPurchase(person: Person, purchase: Purchase, site: PhoneSite): Promise<ProductResponse> {
  const first = { isReported: true, isAnswered: true, isDelivered: true, queue: [purchase] };
  return useUntilSettled(person, { troubles: noTroubles, site }, first);
}

async function useUntilSettled(
  person: Person,
  { troubles, site }: { readonly troubles: PhoneTroubles; readonly site: PhoneSite },
  first: Partial<PhoneState>,
): Promise<ProductResponse> {
  let last: ProductResponse | undefined;
  const post: PhoneSite['post'] = async (call, body) => {
    last = await site.post(call, body);
    site.replied(last);
    return last;
  };
  const phone = new Phone(worldOf(person, troubles, { ...site, post }), { installId: person.installId, ...first });
  for (;;) {
    await phone.activate();
    if (last !== undefined && (phone.isSettled || isRefusal(last.status))) return last;
    await site.wait(openedAgainAfterSeconds);
  }
}

function worldOf(person: Person, troubles: PhoneTroubles, site: PhoneSite): PhoneWorld {
  let { failingTokens, obstacle } = troubles;
  let token: Token | undefined = isTokenless(person) ? 'unavailable' : undefined;
  const now = () => site.clock.now() / 1000 + troubles.clockAhead;
  return {
    now,
    wait: site.wait,
    random: Math.random,
    token() {
      failingTokens -= 1;
      if (failingTokens >= 0) return 'failed';
      token ??= { text: mintToken({ person: person.key, mintedAt: site.clock.now() }) };
      return token;
    },
    async send(call, body) {
      const inTheWay = obstacle;
      obstacle = undefined;
      if (inTheWay === 'page') return strangePage;
      if (inTheWay === 'lost') return undefined;
      const response = await site.post(call, body).catch(() => undefined);
      return inTheWay === 'reply lost' || response === undefined ? undefined : replyOf(response);
    },
    describe: (sentAt) => ({ ...sdkOf(person, sentAt), ...deviceOf(person) }),
    callback: () => undefined,
    disk: {},
  };
}

const replyOf = ({ status, body, retryAfterMs }: ProductResponse): Reply => ({
  status,
  body,
  retryAfter: retryAfterMs === null ? undefined : String(retryAfterMs / 1000),
});

function sdkOf(person: Person, sentAt: string): object {
  const { name, isCurrent } = sdkVersionOf(person);
  return isCurrent ? { sdk_version: name, build: 'store', sent_at: sentAt } : { sdk_version: name };
}

/** What calls say of a person's app and device. */
export const deviceOf = (person: Person): object => ({
  app_version: '4.1.2',
  os_version: shareOf('os', person.key) < 0.7 ? '19.1' : '18.6',
  device_class: person.device,
  locale: storefrontOf(person.country).locale,
});

/** What the SDK says about a purchase. */
export const purchaseOf = ({ transaction }: LinkEvent): Purchase => ({
  transaction_id: transaction.id,
  original_transaction_id: transaction.originalId,
  product_id: transaction.product.productId,
  purchased_at: new Date(transaction.purchasedAt).toISOString(),
});
