export { accountDecider, emailReservationDecider, openAccount, reserveEmail } from './account/account.decider.ts';
export { accountStream, emailReservationStream, numbersStream, sessionStream } from './account/account.stream.ts';
export { closeSession, isSessionValid, openSession, sessionDecider } from './account/session.decider.ts';
export {
  checkSignUp,
  normalizeEmail,
} from './account/sign-up.ts';
export type { AdsExtraPullState } from './ads-report/ads-extra.decider.ts';
export {
  adsExtraPullDecider,
  adsMonthDecider,
  completeExtraPull,
  diffImpressionShares,
  diffMonthRows,
  diffSearchTermRows,
  impressionShareDecider,
  searchTermDecider,
} from './ads-report/ads-extra.decider.ts';
export type { AdsExtraSubject, AdsMonthRow, ImpressionShareRow, SearchTermRow } from './ads-report/ads-extra.events.ts';
export type { AdsReportState } from './ads-report/ads-report.decider.ts';
export { adsReportDecider, diffReportRows, reportedCampaigns } from './ads-report/ads-report.decider.ts';
export type { AdsReportRow, ReportLevel } from './ads-report/ads-report.events.ts';
export {
  adsExtraPullStream,
  adsMonthStream,
  adsPullStream,
  adsReportStream,
  impressionShareStream,
  searchTermStream,
} from './ads-report/ads-report.stream.ts';
export { type HistoryProgress, historyProgress } from './ads-report/history-progress.ts';
export { adOrganizationDecider, claimAdOrganization } from './application/ad-organization.decider.ts';
export type { CreateApplication } from './application/application.decider.ts';
export {
  changeGuardrails,
  changeSmallBusiness,
  confirmSdk,
  createApplication,
  decideOrganizationLink,
  linkAdOrganization,
  proveOwnership,
  proveSdk,
  proveStoreNotifications,
  reportFoundOrganization,
  reportUnknownNotification,
  setStoreConnection,
  setStorePassword,
  submitAdsAccountName,
} from './application/application.decider.ts';
export type {
  ApplicationState,
  FoundOrganization,
  LinkedOrganization,
  OpenApplication,
} from './application/application.state.ts';
export {
  applicationDecider,
  integrationStates,
  linkCodeOf,
  waitingOrganizations,
} from './application/application.state.ts';
export { adOrganizationStream, applicationStream } from './application/application.stream.ts';
export type { LinkingDecision, VisibleOrganization } from './application/linking.ts';
export { decideLinks } from './application/linking.ts';
export type { CampaignState } from './campaign/campaign.decider.ts';
export {
  campaignDecider,
  campaignNames,
  diffAdGroups,
  diffAds,
  diffCampaign,
  diffKeywords,
  keepConfirmed,
} from './campaign/campaign.decider.ts';
export { campaignStream } from './campaign/campaign.stream.ts';
export type { AdGroupSettings, AdSettings, CampaignSettings, KeywordSettings } from './campaign/campaign-settings.ts';
export { keywordDisplayStatus } from './campaign/display-status.ts';
export {
  amountText,
  type BulkAction,
  type BulkCondition,
  type BulkRow,
  bulkEdit,
  isCompleteAction,
  readAmount,
} from './change/bulk-bids.ts';
export type { ChangeState, KnownChange } from './change/change.decider.ts';
export {
  changeDecider,
  leaveWritesOpen,
  noteUndo,
  requestChange,
  settleChange,
  startWrites,
  takeUpChange,
} from './change/change.decider.ts';
export { changeStream } from './change/change.stream.ts';
export type { ChangeActor, ChangedObject, ChangeField, ChangeRow, SettingValue } from './change/change-row.ts';
export { objectOfKey } from './change/change-row.ts';
export { campaignsOf, checkChange, mostRows } from './change/checks/check-change.ts';
export type { Edit } from './change/checks/value-rules.ts';
export { readWish } from './change/checks/value-rules.ts';
export type { RowState } from './change/outcomes/change-answer.ts';
export { historyVerdict, rowStates, shownValue, verdictOf } from './change/outcomes/change-answer.ts';
export type { LiveReading } from './change/outcomes/decide-row.ts';
export {
  decideReading,
  decideRow,
  deletedMessage,
  limitEndMs,
  limitMessage,
  limitPause,
  nextReading,
} from './change/outcomes/decide-row.ts';
export type { RowAttempt, RowEvent } from './change/outcomes/row-outcome.events.ts';
export type { RowResult } from './change/outcomes/row-outcome.ts';
export {
  confirmedRowTypes,
  isConfirmed,
  isRowEvent,
  outcomeOf,
  rowEvent,
  rowEventTypes,
} from './change/outcomes/row-outcome.ts';
export { foreseeRow, undoRows } from './change/undo.ts';
export type { Directory, Founding, OpenAccount } from './directory/directory.ts';
export { createDirectory, directoryStreamPrefixes, evolveDirectory, foundingOf } from './directory/directory.ts';
export type { Membership } from './directory/directory-lookups.ts';
export {
  applicationsOfTeam,
  findAccount,
  findAccountIdByEmailHash,
  findApplication,
  findApplicationByApiKey,
  findMembership,
  findSession,
  linkingApplicants,
  teamsToFound,
  waitingApplications,
} from './directory/directory-lookups.ts';
export type { DomainEvent, DomainEventOf, DomainEventType } from './event-catalogue.ts';
export { checkDomainEvent, eventCatalogue, parseDomainEvent } from './event-catalogue.ts';
export { isoCurrency } from './exchange-rate/currencies.ts';
export { exchangeRatesStream } from './exchange-rate/exchange-rate.stream.ts';
export type { GuardrailBreach, Guardrails } from './guardrail/guardrails.ts';
export {
  defaultGuardrails,
  guardrailBreaches,
  guardrailsField,
  guardrailsShape,
  withNotes,
} from './guardrail/guardrails.ts';
export type { AttributionOutcome, InstallState } from './install/install.decider.ts';
export {
  attributionWaitMs,
  checkFirstLaunch,
  decideAttribution,
  giveAnswer,
  installAnswer,
  installDecider,
  recordInstall,
  testCampaignId,
} from './install/install.decider.ts';
export type { Attribution } from './install/install.events.ts';
export { installStream } from './install/install.stream.ts';
export type { BaseSums, ComputedRow, RowOptions, RowPlan } from './metrics/compute-row.ts';
export { computeRow, fillRow, planRows, sumBase, withoutAds, withoutPeople, zeroBase } from './metrics/compute-row.ts';
export type { ComputedMetricName } from './metrics/computed-metrics.ts';
export { formatMetric } from './metrics/format-metric.ts';
export type {
  BaseQuantity,
  Metric,
  MetricGroup,
  MetricLevel,
} from './metrics/metric.ts';
export type { MetricName } from './metrics/metric-catalogue.ts';
export {
  chartMetricsOf,
  isMetricName,
  metricCatalogue,
  metricOf,
  metricsOf,
  productStates,
} from './metrics/metric-catalogue.ts';
export {
  type ParkingEvent,
  parkingDecider,
  retryParkedStream,
  skipParkedEvent,
} from './parking/parking.decider.ts';
export { parkedStreamPrefix, parkedStreamStream } from './parking/parking.stream.ts';
export { liveAt } from './predictions/fit/back-test.ts';
export { builtInModel, fitApplication } from './predictions/fit/fit-application.ts';
export type { LineMoment, SubscriptionLine } from './predictions/fit/subscription-line.ts';
export { introductionHours, standardPeriodDays } from './predictions/period.ts';
export type { ModelCurve, ProductModel } from './predictions/prediction.events.ts';
export { predictionModelStream } from './predictions/prediction.stream.ts';
export type { Band, BandMember } from './predictions/value/band.ts';
export { bandOf } from './predictions/value/band.ts';
export { conversionTable, ltvTable } from './predictions/value/chart-tables.ts';
export type { FeeSchedule, LiveSubscription } from './predictions/value/live-subscription.ts';
export { feeSchedule, keptShare } from './predictions/value/live-subscription.ts';
export type { LtvTerms } from './predictions/value/ltv.ts';
export { chargeSteps, ltvForCharge } from './predictions/value/ltv.ts';
export {
  curveOf,
  lastChargeOf,
} from './predictions/value/model-lookups.ts';
export type { DatedSubscription } from './predictions/value/value.ts';
export { expectedUntil, futureChargesUntil, nextChargeChance, remainingOf } from './predictions/value/value.ts';
export { describeGaps, joinGaps, type ReportGaps } from './report/report-gaps.ts';
export type { Day, Granularity } from './shared/calendar.ts';
export {
  addDays,
  bucketsOfRange,
  dayInZone,
  daysBetween,
  daysOfRange,
  firstOfMonth,
  isDay,
  startOfDayInZone,
} from './shared/calendar.ts';
export { fold } from './shared/decider.ts';
export type { ErrorCode, RefusedRow } from './shared/domain-error.ts';
export { DomainError, errorCodes, isErrorCode } from './shared/domain-error.ts';
export type { Access, ClaimType } from './shared/fields.ts';
export {
  decimalStringFromMicros,
  microsFromDecimalString,
  microsPerUnit,
  unitsFromMicros,
} from './shared/money.ts';
export { csvLine, sheetText, sheetValue } from './shared/sheet-text.ts';
export type {
  PulledStoreReport,
  StoreReportsPullState,
} from './store-sales/store-sales.decider.ts';
export {
  diffStoreSales,
  diffStoreSubscriptions,
  storeDayDecider,
  storeDaysToAsk,
  storeReportsPullDecider,
} from './store-sales/store-sales.decider.ts';
export type {
  StoreSaleKind,
  StoreSaleRow,
  StoreSetAside,
  StoreSetAsideReason,
  StoreSubscriptionRow,
} from './store-sales/store-sales.events.ts';
export { storeDayStream, storeReportsPullStream } from './store-sales/store-sales.stream.ts';
export { interpretSubscription } from './subscription/interpretation/interpret-subscription.ts';
export {
  statusAt,
  statusTimetable,
} from './subscription/interpretation/status-at.ts';
export type {
  SubscriptionCharge,
  SubscriptionView,
} from './subscription/interpretation/subscription-view.ts';
export {
  feeRate,
  firstReducedCharge,
  netMicros,
  reducedFee,
  standardFee,
  vatRate,
} from './subscription/proceeds.ts';
export type { StoreNotification, TransactionLink } from './subscription/subscription.decider.ts';
export {
  isLinkedTo,
  linkTransaction,
  recordNotification,
  subscriptionDecider,
} from './subscription/subscription.decider.ts';
export type { StoreRenewal, StoreTransaction } from './subscription/subscription.events.ts';
export { storeNoticeStream, storeRequestStream, subscriptionStream } from './subscription/subscription.stream.ts';
export {
  acceptInvitation,
  changeMemberAccess,
  foundTeam,
  inviteMember,
  releaseAutomaticWork,
  removeMember,
  stopAutomaticWork,
} from './team/team.decider.ts';
export type { TeamState } from './team/team.state.ts';
export { stopOf, teamDecider } from './team/team.state.ts';
export { teamStream } from './team/team.stream.ts';
export type { WriteCallState } from './write-call/write-call.decider.ts';
export {
  answerWriteCall,
  releaseWriteCall,
  startWriteCall,
  writeCallDecider,
} from './write-call/write-call.decider.ts';
export { writeCallStream } from './write-call/write-call.stream.ts';
