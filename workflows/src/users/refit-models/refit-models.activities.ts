import { type ClickHouseClient, type EventLog, type FoldFollower, handleCommand, type Logger } from '@tapwise/adapters';
import {
  type Directory,
  type DomainEventOf,
  findApplication,
  type OpenApplication,
  type ProductModel,
  predictionModelStream,
} from '@tapwise/domain';
import { linesState } from '@tapwise/projections/queries';
import { ApplicationFailure } from '@temporalio/common';
import { runActivity } from '../../activity/run-activity.ts';
import { workflowActor } from '../../streams/actor.ts';
import type { FittedProduct } from './fit-task.ts';
import { isRefitDue, type LastFit, type RefitActivities } from './refit-models.contract.ts';
import { runFit } from './run-fit.ts';

export interface RefitDependencies {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  /** `undefined` while the tables' address is not given. */
  readonly tables: { client: ClickHouseClient; url: string } | undefined;
  readonly checkSeconds: number;
  readonly logger: Logger;
  /** The program that fits, where it is another file than its source. */
  readonly fitProgram?: string | undefined;
}

type Fitted = DomainEventOf<'PredictionModelFitted'>;
/** The newest model of a product and its revision in the stream. */
interface LastModel {
  readonly model: ProductModel | undefined;
  readonly revision: bigint | undefined;
}

/** A product without any model is looked at more often. */
const firstCheckSeconds = 10;
const modelDecider = { initialState: () => undefined, evolve: (_state: undefined, _event: Fitted) => undefined };

/** Activities of `refitModels`. A repeated one fits again what is there by then. */
export function createRefitActivities(dependencies: RefitDependencies): RefitActivities {
  const { checkSeconds, tables } = dependencies;
  return {
    refitWhenDue: ({ application_id, fitted }) =>
      runActivity(async (signal) => {
        if (tables === undefined) return { fitted, pause_seconds: checkSeconds };
        const pause_seconds = fitted === null ? Math.min(firstCheckSeconds, checkSeconds) : checkSeconds;
        const states = await linesState(tables.client, application_id);
        const lines = Object.fromEntries(states.map((state) => [state.productId, state.lines]));
        const asOf = Date.now();
        const before = fitted ?? (await lastFit(dependencies.log, application_id, lines));
        if (!isRefitDue(lines, before, asOf)) return { fitted: before, pause_seconds };
        await refit(dependencies, tables.url, { application_id, products: Object.keys(lines), asOf, signal });
        return { fitted: { at: new Date(asOf).toISOString(), lines }, pause_seconds: checkSeconds };
      }),
  };
}

async function refit(
  { log, directory, logger, fitProgram }: RefitDependencies,
  clickHouseUrl: string,
  order: { application_id: number; products: readonly string[]; asOf: number; signal: AbortSignal },
): Promise<void> {
  const { application_id: applicationId, asOf, signal } = order;
  const { currency, small_business: smallBusiness } = await knowApplication(directory, applicationId);
  const lastModels = new Map<string, LastModel>();
  for (const product of order.products) lastModels.set(product, await lastModel(log, applicationId, product));
  const previous = [...lastModels.values()].flatMap(({ model }) => (model === undefined ? [] : [model]));
  const task = { clickHouseUrl, applicationId, currency, smallBusiness, asOf, previous };
  const fitted = await runFit(task, signal, fitProgram);
  for (const product of fitted) await record(log, applicationId, product, lastModels.get(product.model.product_id));
  const took = Date.now() - asOf;
  logger.info({ application_id: applicationId, products: fitted.length, ms: took }, 'models fitted');
}

/**
 * The fit that an earlier process made, when every product has a model. How many lines it saw is not recorded; it counts as
 * made from the present ones.
 */
async function lastFit(
  log: EventLog,
  applicationId: number,
  lines: Readonly<Record<string, number>>,
): Promise<LastFit | null> {
  const products = Object.keys(lines).filter((product) => (lines[product] ?? 0) > 0);
  const models = await Promise.all(products.map((product) => lastModel(log, applicationId, product)));
  const [oldest] = models.map(({ model }) => model?.as_of ?? '').sort();
  return oldest === undefined || oldest === '' ? null : { at: oldest, lines };
}

async function knowApplication(directory: FoldFollower<Directory>, applicationId: number): Promise<OpenApplication> {
  await directory.caughtUp;
  const application = findApplication(directory.state, applicationId);
  if (application === undefined) throw ApplicationFailure.retryable('No such application', 'NotFound');
  return application;
}

async function lastModel(log: EventLog, applicationId: number, productId: string): Promise<LastModel> {
  const last = await log.readLast(predictionModelStream(applicationId, productId));
  if (last?.event.type !== 'PredictionModelFitted') return { model: undefined, revision: last?.revision };
  return { model: last.event.data.model, revision: last.revision };
}

/** Models are large and their streams long: only what came after the last one is read again. */
async function record(
  log: EventLog,
  application_id: number,
  { model, expected }: FittedProduct,
  last: LastModel | undefined,
): Promise<void> {
  const revision = last?.revision;
  await handleCommand(log, {
    stream: predictionModelStream(application_id, model.product_id),
    decider: modelDecider,
    context: workflowActor('refit-models'),
    cause: `fitted ${model.as_of}`,
    decide: () => [{ type: 'PredictionModelFitted' as const, data: { application_id, model, expected } }],
    ...(revision === undefined ? { assume: 'new' as const } : { since: { state: undefined, revision } }),
  });
}
