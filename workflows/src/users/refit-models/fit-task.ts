import type { ProductModel } from '@tapwise/domain';
import type { ExpectedIncome } from './expected-income.ts';

/** Input of the process that fits. */
export interface FitTask {
  /** `http://user:password@host:8123/database` */
  readonly clickHouseUrl: string;
  readonly applicationId: number;
  /** ISO 4217, the application's. */
  readonly currency: string;
  readonly smallBusiness: boolean;
  /** Instant (milliseconds) up to which lines are read. */
  readonly asOf: number;
  /** The last recorded model of each product. */
  readonly previous: readonly ProductModel[];
}

/** A product's new model and what it expects. */
export interface FittedProduct {
  readonly model: ProductModel;
  readonly expected: ExpectedIncome;
}

/** What it answers: all products, or the words of what went wrong. */
export type FitResponse = { readonly fitted: readonly FittedProduct[] } | { readonly fault: string };
