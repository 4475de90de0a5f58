import type { RecordedEvent } from '@tapwise/adapters';
import {
  builtInModel,
  chargeSteps,
  type DomainEvent,
  interpretSubscription,
  introductionHours,
  type ProductModel,
  type StoreNotification,
  type SubscriptionLine,
  standardPeriodDays,
} from '@tapwise/domain';
import { bookkeeping, type EventProjection, type Outcome, rowsOf, skip, type TableRow } from '../runner/projection.ts';

/**
 * Fitted models → one row for the model and one for each of its curves. A product that is first seen gets the built-in model,
 * so that no live subscription ever has no value for lack of data.
 */
export const predictionModelProjection: EventProjection = {
  name: 'prediction-model',
  version: 1,
  eventTypes: ['PredictionModelFitted', 'StoreNotificationReceived'],
  rowsIn: modelRowsIn,
  project: (recorded) => modelRows(recorded),
};

// Each built-in model is its own row and one for its only curve; a transaction makes at most one for its introduction or period.
function modelRowsIn(event: DomainEvent): number {
  if (event.type === 'PredictionModelFitted') return 1 + event.data.model.curves.length;
  return event.type === 'StoreNotificationReceived' ? 4 * event.data.transactions.length : 0;
}

function modelRows(recorded: RecordedEvent): Outcome {
  const { event } = recorded;
  if (event.type === 'PredictionModelFitted') {
    return rowsOf(rowsOfModel(event.data.application_id, event.data.model, bookkeeping(recorded)));
  }
  if (event.type !== 'StoreNotificationReceived') return skip('says nothing about models');
  const { application_id } = event.data;
  const rows = reportedLines(event.data).flatMap((line) =>
    builtInModels(line).flatMap((model) => rowsOfModel(application_id, model, bookkeeping(recorded))),
  );
  return rows.length === 0 ? skip('is about no subscription') : rowsOf(rows);
}

function reportedLines(notification: StoreNotification): readonly SubscriptionLine[] {
  const { application_id } = notification;
  return interpretSubscription([notification], [], { application_id })?.lines ?? [];
}

/** Until a charge shows how long a period is, a product counts as monthly. */
const presumedPeriodDays = standardPeriodDays(30 * 86_400_000);
const [beforeAnyCharge, onceCharged] = [new Date(0).toISOString(), new Date(1000).toISOString()];

/**
 * What a line of one notification says about its product: an introduction is dated a second before the length of its period, so
 * that the later known one does not hide the other.
 */
function builtInModels(line: SubscriptionLine): ProductModel[] {
  const { product_id, intro, moments } = line;
  const models: ProductModel[] = [];
  if (intro !== null) {
    const intro_hours = introductionHours(intro.expires_at - intro.started_at);
    models.push(builtIn(product_id, { period_days: presumedPeriodDays, intro_hours, as_of: beforeAnyCharge }));
  }
  for (const moment of moments) {
    if (moment.kind !== 'charge' || moment.paid_until <= moment.at) continue;
    const period_days = standardPeriodDays(moment.paid_until - moment.at);
    models.push(builtIn(product_id, { period_days, intro_hours: null, as_of: onceCharged }));
  }
  return models;
}

// Every notification asks for one of a few, and making one takes milliseconds.
const made = new Map<string, ProductModel>();
const shapesKept = 200;

function builtIn(
  product_id: string,
  shape: { period_days: number; intro_hours: number | null; as_of: string },
): ProductModel {
  const key = `${shape.period_days} ${shape.intro_hours} ${shape.as_of}`;
  const known = made.get(key) ?? builtInModel({ product_id, ...shape });
  if (made.size >= shapesKept) made.clear();
  made.set(key, known);
  return { ...known, product_id };
}

function rowsOfModel(application_id: number, model: ProductModel, marks: object): TableRow[] {
  const { curves, back_test, as_of, product_id, ...columns } = model;
  const key = { application_id, product_id, as_of };
  const quality = {
    grade: curves[0]?.grade ?? 'low',
    back_test_bias: back_test?.bias ?? null,
  };
  const row = { ...key, ...columns, ...quality, ...marks };
  return [
    { table: 'prediction_model_v1', row },
    ...curves.map((curve) => {
      const steps = chargeSteps(model, curve);
      const lists = { reach: steps.map((step) => step.reach), following: steps.map((step) => step.following) };
      return { table: 'prediction_curve_v1', row: { ...key, ...curve, ...lists, ...marks } };
    }),
  ];
}
