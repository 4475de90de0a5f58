import type { RecordedEvent } from '@tapwise/adapters';
import {
  builtInModel,
  chargeSteps,
  type DomainEvent,
  dayMs,
  interpretSubscription,
  introductionHours,
  type ProductModel,
  type StoreNotification,
  type SubscriptionLine,
  standardPeriodDays,
} from '@tapwise/domain';
import type { TableRow } from '../../tables/table-catalogue.ts';
import { type BatchProjection, bookkeeping, type ProjectedEvents, type ProjectionFill } from '../runner/projection.ts';
import { keyOfModel, type ModelShapes, readModelShapes, shapeText } from './model-shapes.queries.ts';

/**
 * Fitted models → one row for the model and one for each of its curves. A product that is first seen gets the built-in model,
 * so that no active subscription ever has no value for lack of data. Nearly all notifications say a built-in model that is in the
 * tables already; rows are made only of those that are not.
 */
export const predictionModelProjection: BatchProjection = {
  name: 'prediction-model',
  version: 1,
  eventTypes: ['PredictionModelFitted', 'StoreNotificationReceived'],
  rowsIn: modelRowsIn,
  projectBatch: async (client, events) => {
    const { changes, parked } = modelChanges(events);
    const builtIn = [...changes.values()].map(({ last }) => last).filter(isBuiltIn);
    const applications = [...new Set(builtIn.map(({ application_id }) => application_id))];
    const shapes = applications.length === 0 ? new Map() : await readModelShapes(client, applications, onceCharged);
    return { rows: newestOf(changes, shapes).flatMap(rowsOfModel), parked };
  },
  startFill,
};

// Each built-in model is its own row and one for its only curve; a transaction makes at most one for its introduction or period.
function modelRowsIn(event: DomainEvent): number {
  if (event.type === 'PredictionModelFitted') return 1 + event.data.model.curves.length;
  return event.type === 'StoreNotificationReceived' ? 4 * event.data.transactions.length : 0;
}

/** The tables of a fill hold what it has made itself, of which some may not be written yet. */
function startFill(): ProjectionFill {
  const shapes: ModelShapes = new Map();
  return {
    project: async (_client, events) => {
      const { changes, parked } = modelChanges(events);
      const newest = newestOf(changes, shapes);
      for (const recordedModel of newest) shapes.set(keyOfRecordedModel(recordedModel), shapeText(recordedModel.model));
      return { rows: newest.flatMap(rowsOfModel), parked };
    },
  };
}

/** A model of an application, and the event that says it. */
interface RecordedModel extends SteppedModel {
  readonly application_id: number;
  readonly recorded: RecordedEvent;
}

const keyOfRecordedModel = ({ application_id, model }: RecordedModel): string =>
  keyOfModel({ application_id, ...model });
const isBuiltIn = ({ model }: RecordedModel): boolean => model.as_of <= onceCharged;
const isSame = (shape: string | undefined, recordedModel: RecordedModel): boolean =>
  isBuiltIn(recordedModel) && shape === shapeText(recordedModel.model);

/** By key: the first that some events say of a model, and the last that says another than the one before. */
type ModelChanges = Map<string, { readonly first: RecordedModel; readonly last: RecordedModel }>;

function modelChanges(events: readonly RecordedEvent[]): Pick<ProjectedEvents, 'parked'> & { changes: ModelChanges } {
  const changes: ModelChanges = new Map();
  const parked: { recorded: RecordedEvent; reason: string }[] = [];
  for (const recorded of events) {
    try {
      for (const recordedModel of modelsOf(recorded)) {
        const { first = recordedModel, last } = changes.get(keyOfRecordedModel(recordedModel)) ?? {};
        if (!isSame(last && shapeText(last.model), recordedModel))
          changes.set(keyOfRecordedModel(recordedModel), { first, last: recordedModel });
      }
    } catch (error) {
      parked.push({ recorded, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { changes, parked };
}

/** The last changes, without those of models that are known so: whatever the runs are, a row is of the same event. */
function newestOf(changes: ModelChanges, shapes: ModelShapes): RecordedModel[] {
  return [...changes].flatMap(([key, { first, last }]) =>
    first === last && isSame(shapes.get(key), last) ? [] : [last],
  );
}

function modelsOf(recorded: RecordedEvent): RecordedModel[] {
  const { event } = recorded;
  if (event.type === 'PredictionModelFitted') {
    const { application_id, model } = event.data;
    return [{ application_id, recorded, ...withSteps(model) }];
  }
  if (event.type !== 'StoreNotificationReceived') return [];
  const { application_id } = event.data;
  const models = reportedLines(event.data).flatMap(builtInModels);
  return models.map((model) => ({ application_id, recorded, ...model }));
}

function reportedLines(notification: StoreNotification): readonly SubscriptionLine[] {
  const { application_id } = notification;
  return interpretSubscription([notification], [], { application_id })?.lines ?? [];
}

/** Until a charge shows how long a period is, a product counts as monthly. */
const presumedPeriodDays = standardPeriodDays(30 * dayMs);
const beforeAnyCharge = new Date(0).toISOString();
const onceCharged = new Date(1000).toISOString();

/**
 * What a line of one notification says about its product: an introduction is dated a second before the length of its period, so
 * that the later known one does not hide the other.
 */
function builtInModels(line: SubscriptionLine): SteppedModel[] {
  const { product_id, intro, moments } = line;
  const models: SteppedModel[] = [];
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

/** A model, and for each of its curves what the steps of a charge are. */
interface SteppedModel {
  readonly model: ProductModel;
  readonly steps: readonly { readonly reach: readonly number[]; readonly following: readonly number[] }[];
}

function withSteps(model: ProductModel): SteppedModel {
  const steps = model.curves.map((curve) => {
    const charges = chargeSteps(model, curve);
    return { reach: charges.map(({ reach }) => reach), following: charges.map(({ following }) => following) };
  });
  return { model, steps };
}

// Every notification asks for one of a few, and making one takes milliseconds.
const made = new Map<string, SteppedModel>();
const shapesKept = 200;

function builtIn(
  product_id: string,
  shape: { period_days: number; intro_hours: number | null; as_of: string },
): SteppedModel {
  const key = `${shape.period_days} ${shape.intro_hours} ${shape.as_of}`;
  const { model, steps } = made.get(key) ?? withSteps(builtInModel({ product_id, ...shape }));
  if (made.size >= shapesKept) made.clear();
  made.set(key, { model, steps });
  return { model: { ...model, product_id }, steps };
}

function rowsOfModel({ application_id, model, steps, recorded }: RecordedModel): TableRow[] {
  const { curves, back_test, as_of, product_id, ...columns } = model;
  const key = { application_id, product_id, as_of };
  const quality = {
    grade: curves[0]?.grade ?? 'low',
    back_test_bias: back_test?.bias ?? null,
  };
  const marks = bookkeeping(recorded);
  const row = { ...key, ...columns, ...quality, ...marks };
  return [
    { table: 'prediction_model_v1', row },
    ...curves.map((curve, index): TableRow => {
      const { reach = [], following = [] } = steps[index] ?? {};
      return { table: 'prediction_curve_v1', row: { ...key, ...curve, reach, following, ...marks } };
    }),
  ];
}
