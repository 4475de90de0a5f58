export { ClickHouseError } from '../../wire/clickhouse/clickhouse-error.ts';
export { isForm, parseForm } from '../../wire/clickhouse/multipart.ts';
export { decodeOwnBlocks } from '../../wire/clickhouse/own-blocks.ts';
export { unpackLz4Frames } from '../../wire/clickhouse/unpack-lz4-frames.ts';
export type { AccountQuestion, AdAccountReader, VisibleAccount } from './apple/ad-service/ad-accounts.ts';
export type { SearchAdsCredentials } from './apple/ad-service/calls/access-token.ts';
export type { CallPriority } from './apple/ad-service/calls/limiter.ts';
export { callsPerOrganization, type SearchAdsTransportOptions } from './apple/ad-service/calls/transport.ts';
export type { ProductPageNames, SearchAdsClient } from './apple/ad-service/client.ts';
export { entryLimitsOf } from './apple/ad-service/entry-limits.ts';
export { isUntrusted, problemOfError, SearchAdsClosedError, SearchAdsError } from './apple/ad-service/errors.ts';
export {
  type ChangeHistory,
  type HistoryScope,
  objectsInQuestion,
} from './apple/ad-service/history/change-history.ts';
export { isWhole, provesAbsence, type Reading, reducibleRows, wholeItems } from './apple/ad-service/lists/reading.ts';
export type { OrganizationScope } from './apple/ad-service/organization-scope.ts';
export type {
  AdFigures,
  MonthFigures,
  ReportFigures,
  SearchTermFigures,
  SearchTermTotal,
} from './apple/ad-service/reports/figures.ts';
export type { ShareFigures, ShareReport } from './apple/ad-service/reports/shares.ts';
export type { SuggestionReader, SuggestionScope } from './apple/ad-service/suggestions.ts';
export type {
  MatchType,
  NewAdGroup,
  NewCampaign,
  NewKeyword,
  NewNegative,
} from './apple/ad-service/writes/creations.ts';
export type {
  ProductPage,
  RemoteAd,
  RemoteAdGroup,
  RemoteCampaign,
  RemoteCreative,
  RemoteKeyword,
  RemoteNegative,
  Switch,
} from './apple/ad-service/writes/remote.ts';
export type {
  AdGroupChange,
  CampaignChange,
  InvoiceDetails,
  KeywordChange,
} from './apple/ad-service/writes/settings-writes.ts';
export {
  type Amount,
  duplicateKeyword,
  type RefusedItem,
  type RowEnd,
  type WriteEnd,
  type WriteScope,
} from './apple/ad-service/writes/write-end.ts';
export type { SearchAdsWriter } from './apple/ad-service/writes/writer.ts';
export type { AccountAccess, AccountDirectory } from './apple/ads-api-v1/calls/accounts.ts';
export type { RefusedAccess } from './apple/ads-api-v1/calls/transport.ts';
export { type AdsPlatformClient, createAdsPlatformClient } from './apple/ads-api-v1/client.ts';
export { type TrialRow, tryAdsPlatform } from './apple/ads-api-v1/trial/try-ads-platform.ts';
export { createSearchAdsClient } from './apple/ads-api-v5/client.ts';
export { type AccountAccessSources, boundAccounts, ownCredentials } from './apple/ads-connections/account-access.ts';
export { type AccountBindingOrder, bindAccount } from './apple/ads-connections/bind-account.ts';
export { type ChoiceSources, type ChosenAccount, chooseAccount } from './apple/ads-connections/choose-account.ts';
export {
  type ConnectionRow,
  type ConnectionSubject,
  type ConnectionSummary,
  connectionRow,
  connectionSummary,
} from './apple/ads-connections/connection-row.ts';
export { followAdsConnections, readAdsConnections } from './apple/ads-connections/follow-connections.ts';
export { openAdAccounts } from './apple/ads-connections/open-ad-accounts.ts';
export {
  type AccountSearch,
  campaignsSought,
  type SeenAccounts,
  seeAccounts,
} from './apple/ads-connections/seen-accounts.ts';
export { createStoredCampaigns, type StoredCampaigns } from './apple/ads-connections/stored-campaigns.ts';
export { type AppLookup, createAppLookup, type LookedUpApp } from './apple/app-lookup/client.ts';
export {
  createStoreReportsClient,
  keyRefusal,
  type StoreKeyProof,
  type StoreReport,
  type StoreReportsClient,
  storeZone,
} from './apple/app-store-connect/client.ts';
export { StoreReportsError } from './apple/app-store-connect/errors.ts';
export type { StoreReportsKey } from './apple/app-store-connect/key-token.ts';
export { type SalesReport, salesOfApplication } from './apple/app-store-connect/sales-report.ts';
export {
  type AdServicesClient,
  type AdServicesResponse,
  createAdServicesClient,
} from './apple/install-attribution/client.ts';
export { type AttributionRecord, responseFromRecord } from './apple/install-attribution/mapping.ts';
export { attributionRecordWire } from './apple/install-attribution/schemas.ts';
export {
  AlteredRequestError,
  keepRequest,
  openRequest,
  storeMappingVersion,
} from './apple/store-notifications/kept-request.ts';
export { type NotificationV1, notificationFromV1 } from './apple/store-notifications/mapping-v1.ts';
export { type ExpectedApp, type ReceivedV2, receiveV2 } from './apple/store-notifications/receive.ts';
export { readTrustedRoots } from './apple/store-notifications/roots.ts';
export { StoreSignature, UnknownCertificateError } from './apple/store-notifications/signature.ts';
export { readNotificationV1 } from './apple/store-notifications/wire-v1.ts';
export { namedExchange, outcomeOfRecord, readCampaignNames } from './attribution/resolve-attribution.ts';
export { type ClickHouseClient, openClickHouse } from './clickhouse/client.ts';
export { onCluster } from './clickhouse/cluster.ts';
export { defineQuery, type Query, type RowOf } from './clickhouse/define-query.ts';
export { defineSums, type NumberColumns, type SummedRow, type SumsQuery } from './clickhouse/define-sums.ts';
export { insertRows } from './clickhouse/insert-rows.ts';
export { migrate, refuseNewerMigrations, UnusableTablesError } from './clickhouse/migrate.ts';
export { currentQueryTags, type QueryTags, tagQueries } from './clickhouse/query-tags.ts';
export { saysNoTables } from './clickhouse/says-no-tables.ts';
export { makeAndDrop, readClusterShape, readServerVersion } from './clickhouse/server-abilities.ts';
export { withDatabase } from './clickhouse/with-database.ts';
export { type AlertTimes, alertTimes } from './config/alert-times.ts';
export { type AutomationTimes, automationTimes } from './config/automation-times.ts';
export {
  childEnvironment,
  type Environment,
  publicIngestUrl,
  publicUrl,
  pullIntervalSeconds,
  readEnvironment,
  salesUrl,
} from './config/environment.ts';
export { appleAddresses } from './config/outbound-settings.ts';
export { reportEverySeconds } from './config/report-times.ts';
export { variableGroups } from './config/variables.ts';
export { claimNumber } from './event-log/commands/claim-number.ts';
export type { Actor, CommandContext, EventMetadata } from './event-log/commands/command-context.ts';
export { eventIdFrom, uuidV5 } from './event-log/commands/event-id.ts';
export {
  type CommandOptions,
  type CommandResult,
  evolveAll,
  handleCommand,
  type StreamDecider,
} from './event-log/commands/handle-command.ts';
export type { CopiedEvent } from './event-log/copies/copied-event.ts';
export { type CopySurvey, createCopySurveyor } from './event-log/copies/copy-survey.ts';
export { fillEmptyLog } from './event-log/copies/fill-empty-log.ts';
export { isLogEmpty, readForCopy } from './event-log/copies/read-for-copy.ts';
export type { EventLog } from './event-log/event-log.ts';
export {
  type FoldFollower,
  type FoldFollowerOptions,
  type FoldStart,
  startFoldFollower,
} from './event-log/folds/fold-follower.ts';
export { type SnapshotOptions, type SnapshotStore, serializeState } from './event-log/folds/fold-snapshot.ts';
export { createStreamMemory, type StreamMemory } from './event-log/folds/stream-memory.ts';
export {
  guardCommand,
  guardLogFormat,
  NewerLogError,
  programFormat,
  refuseFormat,
  refuseNewerLog,
} from './event-log/format/log-format.ts';
export { readLogVersion } from './event-log/grpc/log-version.ts';
export {
  type HeldLease,
  holdLease,
  LeaseLostError,
  type LeaseOptions,
  withLease,
} from './event-log/leases/hold-lease.ts';
export { formatPartStart, type PartStart, partStartVariable, readPartStart } from './event-log/leases/part-start.ts';
export { isRetryableLogFault, StreamMovedError, whyNoAppends } from './event-log/log-fault.ts';
export { openEventLog } from './event-log/open-event-log.ts';
export { type FollowOptions, followLog } from './event-log/reading/follow-log.ts';
export { readLog } from './event-log/reading/read-log.ts';
export { shareRuns } from './event-log/reading/shared-runs.ts';
export type { RecordedEvent, UnreadableEvent } from './event-log/recorded-event.ts';
export { within } from './event-log/within.ts';
export { fetchReferenceRates } from './exchange-rates/fetch-reference-rates.ts';
export { NotReferenceRatesError, type ReferenceRateDay } from './exchange-rates/parse-reference-rates.ts';
export { failureCauseOf } from './failures/failure-cause.ts';
export { createFailureRecorder, type FailureRecorder } from './failures/failure-recorder.ts';
export { OutsideFault } from './failures/outside-fault.ts';
export { recordAppLookup } from './failures/recorded-app-lookup.ts';
export { recordAdServices } from './failures/recorded-attribution.ts';
export { copyFilesToBucket } from './files/copy-files.ts';
export { openFileFolder } from './files/file-folder.ts';
export { openFiles } from './files/file-settings.ts';
export type { Files } from './files/files.ts';
export { newestBackup, noteBackup } from './files/newest-backup.ts';
export { openReportFiles, type ReportFileName, type ReportFiles } from './files/report-files.ts';
export {
  IncompleteFileError,
  type WorkbookColumn,
  type WorkbookContent,
  type WrittenFile,
} from './files/workbook/write-workbook.ts';
export { writeWorkbookInThread } from './files/workbook/write-workbook-in-thread.ts';
export {
  type ClientAddress,
  createClientAddress,
  isAddressOrNetwork,
  isInNetworks,
  isLocal,
} from './http/client-address.ts';
export { type ErrorResponse, errorResponse } from './http/error-response.ts';
export { requireMetricsAccess } from './http/metrics-access.ts';
export { type CsvLine, readCsv } from './http/read-csv.ts';
export { requestId } from './http/request-id.ts';
export { type SenderLimits, senderLimits } from './http/sender-limits.ts';
export { withSignal } from './http/with-signal.ts';
export { type CallShare, openCallShare } from './limits/call-share.ts';
export { createRateLimits, openSharedLimits, type RateLimit, type RateLimits } from './limits/rate-limits.ts';
export type { MailAttachment, OutgoingMail } from './mail/build-message.ts';
export { mailIdOf } from './mail/mail-id.ts';
export { MailFault, type MailSender, openMailSender } from './mail/mail-sender.ts';
export { type DueMail, requestMail } from './mail/request-mail.ts';
export { createErrorSink } from './observability/error-sink.ts';
export { createLogger, type Logger } from './observability/logger.ts';
export { metricsRegistry, metricsText } from './observability/metrics.ts';
export { readableStack } from './observability/readable-stack.ts';
export { scrubbed } from './observability/scrubbed.ts';
export { countSdkCall } from './observability/sdk-call-counts.ts';
export { traceCalls } from './observability/telemetry/http-spans.ts';
export type { SpanRequest } from './observability/telemetry/spans.ts';
export { inSpan, startTelemetry, stopTelemetry } from './observability/telemetry/telemetry.ts';
export { countKeyNotice, countNotification } from './payments/notification-counts.ts';
export { type ReadNotification, readNotification } from './payments/notification-fact.ts';
export { type SignatureVerdict, verifyNotification } from './payments/notification-signature.ts';
export {
  createPaymentProvider,
  type PaymentProvider,
  ProviderAwayError,
  type ProviderFact,
  ProviderRefusal,
} from './payments/payment-provider.ts';
export { type PaymentSettings, paymentSettings, webhookSecrets } from './payments/payment-settings.ts';
export { type ExportFiles, openExportFiles } from './personal-data/export-files.ts';
export {
  type BatchNotices,
  type FollowedNotices,
  followBatchNotices,
  serveBatchNotices,
} from './processes/batch-notices.ts';
export { exitWhenPrinted } from './processes/exit-when-printed.ts';
export {
  followBusyPastTables,
  type LeasedTables,
  leaseOwnTables,
  leasePastTables,
  type OwnTables,
  PastTablesBusyError,
} from './processes/past-tables.ts';
export { pastTablesAtMost } from './processes/past-tables-log.ts';
export { programFlags } from './processes/program-flags.ts';
export { servePastTables } from './processes/serve-past-tables.ts';
export type { PastPoint, PastTablesMaker } from './processes/shared-past-tables.ts';
export { type KeyVault, openKeyVault } from './secrets/key-vault.ts';
export {
  invitationProof,
  invitationSubject,
  linkToken,
  linkTokenHash,
  reportRecipientSubject,
  reportRecipientToken,
  unsubscribeToken,
} from './secrets/link-token.ts';
export { parseMasterKey } from './secrets/master-key.ts';
export { masterKeyLocation, openSecrets, type Secrets } from './secrets/open-secrets.ts';
export { isSameSecret } from './secrets/same-secret.ts';
export { connectTemporal, respondsAt, type TemporalClient, untilConnected } from './temporal/connect-temporal.ts';
export { type TemporalAddress, temporalAddress, temporalConnectionOptions } from './temporal/temporal-settings.ts';
export { alertHeaders } from './webhooks/alert-headers.ts';
export { findFrozenBody, readFrozenBodies } from './webhooks/frozen-bodies.ts';
export { type OutboundTargets, readOutboundAddress } from './webhooks/outbound-address.ts';
export { createOutboundClient, type OutboundClient } from './webhooks/outbound-client.ts';
export { maskedSlackAddress, readSlackAddress } from './webhooks/slack-address.ts';
export { newWebhookSecret, webhookHeaders } from './webhooks/webhook-signature.ts';
