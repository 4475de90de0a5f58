import type { App, IntroductoryOffer, Product } from '../world/apps.ts';

/** Days of sales reports are Pacific ones, whatever the storefront. */
export const STORE_ZONE = 'America/Los_Angeles';

/** What the owner of an app calls it in App Store Connect; in-app rows of reports name their app by it. */
export const skuOf = (app: App): string => `${app.name.toUpperCase()}_IOS`;

/** The store's own number of a product. */
export const productAppleId = (app: App, product: Product): number =>
  1_600_000_001 + app.index * 100 + app.products.indexOf(product);

/** `moonvale.weekly` is sold as "Moonvale Weekly". */
export const productName = (product: Product): string =>
  product.productId
    .split(/[._]/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ');

const PERIOD_NAMES = { P3D: '3 Days', P1W: '7 Days', P1M: '1 Month', P1Y: '1 Year' } as const;

/** The length of a period in the words of reports; blank for a one-time product. */
export const periodName = (period: Product['period'] | IntroductoryOffer['period']): string =>
  period === null ? '' : PERIOD_NAMES[period];

const OFFER_NAMES = { FREE_TRIAL: 'Free Trial', PAY_UP_FRONT: 'Pay Up Front' } as const;

/** The kind of an introductory offer in the words of reports; blank without one. */
export const offerName = (offer: IntroductoryOffer | null): string =>
  offer === null ? '' : OFFER_NAMES[offer.discount];

export const deviceName = (device: 'iphone' | 'ipad'): string => (device === 'ipad' ? 'iPad' : 'iPhone');
