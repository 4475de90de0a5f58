export { activeAt } from './fit/back-test.ts';
export { builtInModel, fitApplication } from './fit/fit-application.ts';
export type { LineMoment, SubscriptionLine } from './fit/subscription-line.ts';
export { introductionHours, standardPeriodDays } from './period.ts';
export type { ModelCurve, ProductModel } from './prediction.events.ts';
export { predictionModelStream } from './prediction.stream.ts';
export type { ActiveSubscription, FeeSchedule } from './value/active-subscription.ts';
export { feeSchedule, keptShare } from './value/active-subscription.ts';
export type { Band, BandMember } from './value/band.ts';
export { bandOf } from './value/band.ts';
export { conversionTable, ltvTable } from './value/chart-tables.ts';
export type { LtvTerms } from './value/ltv.ts';
export { chargeSteps, ltvForCharge } from './value/ltv.ts';
export {
  curveOf,
  lastChargeOf,
  retentionAt,
} from './value/model-lookups.ts';
export type { DatedSubscription } from './value/value.ts';
export { expectedMeans, expectedUntil, futureChargesUntil, nextChargeChance, remainingOf } from './value/value.ts';
