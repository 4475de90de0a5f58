import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SellerPrice } from './environment.ts';

export interface Period {
  starts_at: string;
  ends_at: string;
}

export interface Transaction {
  readonly id: string;
  status: 'ready' | 'billed' | 'past_due' | 'completed';
  subscription_id: string | null;
  price_id: string;
  custom_data: Record<string, unknown> | null;
  origin: 'api' | 'subscription_recurring' | 'subscription_update';
  cents: number;
  billing_period: Period | null;
  readonly created_at: string;
  updated_at: string;
}

export interface Subscription {
  readonly id: string;
  status: 'active' | 'past_due' | 'paused' | 'canceled';
  price_id: string;
  readonly custom_data: Record<string, unknown> | null;
  readonly started_at: string;
  next_billed_at: string | null;
  current_billing_period: Period | null;
  scheduled_change: { action: 'pause' | 'cancel'; effective_at: string; resume_at: null } | null;
  paused_at: string | null;
  canceled_at: string | null;
  updated_at: string;
  /** What happens to its charges until that is changed. */
  charges: 'paid' | 'declined';
  /** The unpaid transaction and when it is tried again. */
  owed: { transaction_id: string; retries: string[] } | null;
  /** Settled at the next renewal, cents. */
  credit: number;
}

export interface Adjustment {
  readonly id: string;
  readonly transaction_id: string;
  readonly action: string;
  status: string;
  readonly type: 'full' | 'partial';
  readonly cents: number;
  readonly created_at: string;
  updated_at: string;
}

export interface World {
  /** Difference between the simulated clock and the machine's, ms. */
  offset: number;
  ids: number;
  transactions: Transaction[];
  subscriptions: Subscription[];
  adjustments: Adjustment[];
}

/** The provider's books; they survive a restart. */
export interface Books {
  readonly world: World;
  readonly prices: readonly SellerPrice[];
  now(): number;
  /** The same ids in every run. */
  newId(kind: 'txn' | 'sub' | 'adj' | 'evt' | 'ntf'): string;
  transaction(id: string): Transaction | undefined;
  subscription(id: string): Subscription | undefined;
  price(id: string): SellerPrice | undefined;
  save(): void;
}

export function openBooks(dataDir: string, prices: readonly SellerPrice[]): Books {
  const file = dataDir === ':memory:' ? null : join(dataDir, 'payments.json');
  if (file !== null) mkdirSync(dataDir, { recursive: true });
  const world = (file === null ? undefined : readWorld(file)) ?? {
    offset: 0,
    ids: 0,
    transactions: [],
    subscriptions: [],
    adjustments: [],
  };
  return {
    world,
    prices,
    now: () => Date.now() + world.offset,
    newId: (kind) => {
      world.ids += 1;
      const digest = createHash('sha256').update(`${kind}|${world.ids}`).digest('hex');
      return `${kind}_01${digest.slice(0, 24)}`;
    },
    transaction: (id) => world.transactions.find((transaction) => transaction.id === id),
    subscription: (id) => world.subscriptions.find((subscription) => subscription.id === id),
    price: (id) => prices.find((price) => price.id === id),
    save: () => {
      if (file === null) return;
      writeFileSync(`${file}.new`, JSON.stringify(world));
      renameSync(`${file}.new`, file);
    },
  };
}

function readWorld(file: string): World | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as World;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export const instant = (ms: number): string => new Date(ms).toISOString();

/** The period of a price that begins at an instant. */
export function periodFrom(ms: number, { interval }: SellerPrice): Period {
  const end = new Date(ms);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + (interval === 'year' ? 12 : 1));
  // January 31 and a month is the end of February.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return { starts_at: instant(ms), ends_at: end.toISOString() };
}
