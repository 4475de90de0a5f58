/** How a product renews; null for a one-time product. */
export type Period = 'P1W' | 'P1M' | 'P1Y';

/** The introductory offer of a subscription: free, or paid once in front. */
export interface IntroductoryOffer {
  readonly discount: 'FREE_TRIAL' | 'PAY_UP_FRONT';
  readonly period: 'P3D' | 'P1W' | 'P1M';
  readonly baseUsd: number;
}

/** Something an app sells. `baseUsd` is the list price in the United States. */
export interface Product {
  readonly productId: string;
  readonly period: Period | null;
  readonly baseUsd: number;
  readonly introductory: IntroductoryOffer | null;
  /** Weight of the product among purchases without an offer, and among introductory ones. */
  readonly directWeight: number;
}

/** A page of the App Store made for one audience; ids are made by Apple. */
export interface ProductPage {
  readonly id: string;
  readonly name: string;
}

export interface App {
  readonly index: number;
  readonly adamId: number;
  readonly name: string;
  readonly bundleId: string;
  readonly genre: string;
  readonly artist: string;
  readonly subscriptionGroupId: string;
  /** Application currency unless the product's own settings say otherwise. */
  readonly currency: string;
  /** Factor on the market price of a tap in the app's category. */
  readonly cptFactor: number;
  /** Share of all organic installs. */
  readonly organicShare: number;
  readonly products: readonly Product[];
  readonly productPages: readonly ProductPage[];
}

const MOONVALE_PRODUCTS: readonly Product[] = [
  { productId: 'moonvale.weekly', period: 'P1W', baseUsd: 6.99, introductory: null, directWeight: 60 },
  {
    productId: 'moonvale.monthly',
    period: 'P1M',
    baseUsd: 9.99,
    introductory: { discount: 'FREE_TRIAL', period: 'P3D', baseUsd: 0 },
    directWeight: 15,
  },
  {
    productId: 'moonvale.yearly',
    period: 'P1Y',
    baseUsd: 49.99,
    introductory: { discount: 'FREE_TRIAL', period: 'P1W', baseUsd: 0 },
    directWeight: 15,
  },
  { productId: 'moonvale.lifetime', period: null, baseUsd: 89.99, introductory: null, directWeight: 10 },
];

const LEDGERLY_PRODUCTS: readonly Product[] = [
  {
    productId: 'ledgerly.weekly',
    period: 'P1W',
    baseUsd: 4.99,
    introductory: { discount: 'FREE_TRIAL', period: 'P3D', baseUsd: 0 },
    directWeight: 45,
  },
  {
    productId: 'ledgerly.monthly',
    period: 'P1M',
    baseUsd: 11.99,
    introductory: { discount: 'PAY_UP_FRONT', period: 'P1M', baseUsd: 2.99 },
    directWeight: 25,
  },
  {
    productId: 'ledgerly.yearly',
    period: 'P1Y',
    baseUsd: 59.99,
    introductory: { discount: 'FREE_TRIAL', period: 'P1W', baseUsd: 0 },
    directWeight: 15,
  },
  { productId: 'ledgerly.export_pack', period: null, baseUsd: 14.99, introductory: null, directWeight: 15 },
];

/** The two apps whose owners advertise. */
export const APPS: readonly App[] = [
  {
    index: 0,
    adamId: 1500000001,
    name: 'Moonvale',
    bundleId: 'com.example.moonvale',
    genre: 'Health & Fitness',
    artist: 'Moonvale Apps Inc.',
    subscriptionGroupId: '21000001',
    currency: 'USD',
    cptFactor: 1,
    organicShare: 0.6,
    products: MOONVALE_PRODUCTS,
    productPages: [
      { id: '5b1f0c6e-7d0e-4a52-9c39-0a8f5f6c1001', name: 'Sleep stories' },
      { id: '5b1f0c6e-7d0e-4a52-9c39-0a8f5f6c1002', name: 'Rain and thunder' },
      { id: '5b1f0c6e-7d0e-4a52-9c39-0a8f5f6c1003', name: 'For parents' },
    ],
  },
  {
    index: 1,
    adamId: 1500000002,
    name: 'Ledgerly',
    bundleId: 'com.example.ledgerly',
    genre: 'Finance',
    artist: 'Ledgerly KK',
    subscriptionGroupId: '21000002',
    currency: 'USD',
    cptFactor: 1.15,
    organicShare: 0.4,
    products: LEDGERLY_PRODUCTS,
    productPages: [{ id: '5b1f0c6e-7d0e-4a52-9c39-0a8f5f6c2001', name: 'Household book' }],
  },
];

/** The app with this App Store id, or null. */
export const appOf = (adamId: number): App | null => APPS.find((app) => app.adamId === adamId) ?? null;
