import type { ClickHouseClient } from '@tapwise/adapters';
import { builtInModel } from '@tapwise/domain';
import { type TablesForm, tablesForm } from '../whole-tables.ts';
import {
  type Fits,
  type Price,
  type ProductShape,
  readFits,
  readModels,
  readPrices,
  readShapes,
} from './models.queries.ts';
import { ValuedModel } from './valued-model.ts';

interface Remembered<Value> {
  readonly position: bigint;
  readonly value: Promise<Value>;
}

/** What is remembered of one application's models and prices, each until the tables hold something newer. */
class ApplicationModels {
  private fits: Promise<Fits> | undefined;
  private fitted: { key: string; models: Promise<ReadonlyMap<string, ValuedModel>> } | undefined;
  private shapes: Remembered<Map<string, ProductShape>> | undefined;
  private prices: Remembered<(product: string, storefront: string) => Price | undefined> | undefined;
  private readonly builtIn = new Map<string, ValuedModel>();
  private readonly client: ClickHouseClient;
  private readonly applicationId: number;

  constructor(client: ClickHouseClient, applicationId: number) {
    this.client = client;
    this.applicationId = applicationId;
  }

  /** The newest fit of each product at or before an instant. */
  async fittedModels(position: bigint, now: Date): Promise<ReadonlyMap<string, ValuedModel>> {
    if (position < 0n) return new Map();
    let fits = await this.fits?.catch(() => undefined);
    if (fits === undefined || fits.position < position) {
      this.fits = readFits(this.client, this.applicationId);
      fits = await this.fits;
    }
    const newest = new Map(fits.fits.filter((fit) => fit.asOfMs <= now.getTime()).map((fit) => [fit.productId, fit]));
    const key = [...newest.values()].map((fit) => `${fit.productId} ${fit.asOfMs}`).join('\n');
    if (this.fitted?.key !== key) {
      const models = readModels(this.client, this.applicationId, [...newest.values()]).then(
        (read) => new Map(read.map((model) => [model.product_id, new ValuedModel(model)])),
      );
      this.fitted = { key, models };
      models.catch(() => {
        this.fitted = undefined;
      });
    }
    return await this.fitted.models;
  }

  /** The built-in model of a product; `undefined` for one that was never sold as a subscription. */
  async builtInModel(product: string, position: bigint): Promise<ValuedModel | undefined> {
    if (this.shapes === undefined || this.shapes.position < position) {
      this.shapes = { position, value: readShapes(this.client, this.applicationId) };
      this.shapes.value.catch(() => {
        this.shapes = undefined;
      });
    }
    const shape = (await this.shapes.value).get(product);
    if (shape === undefined) return undefined;
    const key = `${shape.periodDays} ${shape.introHours} ${product}`;
    const lengths = { period_days: shape.periodDays, intro_hours: shape.introHours };
    const model =
      this.builtIn.get(key) ??
      new ValuedModel(builtInModel({ product_id: product, ...lengths, as_of: new Date(0).toISOString() }));
    this.builtIn.set(key, model);
    return model;
  }

  /** What a charge of a product costs in a storefront. */
  async presentPrices(position: bigint): Promise<(product: string, storefront: string) => Price | undefined> {
    if (this.prices === undefined || this.prices.position < position) {
      this.prices = { position, value: readPrices(this.client, this.applicationId) };
      this.prices.value.catch(() => {
        this.prices = undefined;
      });
    }
    return await this.prices.value;
  }
}

const remembered = new WeakMap<TablesForm, Map<number, ApplicationModels>>();

/** The models of an application, remembered between questions. */
export function applicationModels(client: ClickHouseClient, applicationId: number): ApplicationModels {
  const ofClient = remembered.get(tablesForm(client)) ?? new Map<number, ApplicationModels>();
  remembered.set(tablesForm(client), ofClient);
  const models = ofClient.get(applicationId) ?? new ApplicationModels(client, applicationId);
  ofClient.set(applicationId, models);
  return models;
}
