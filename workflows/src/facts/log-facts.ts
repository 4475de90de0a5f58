import {
  type EventLog,
  type FoldFollower,
  type FoldStart,
  followAdsConnections,
  type Logger,
  type RecordedEvent,
  type SnapshotStore,
} from '@tapwise/adapters';
import {
  type AdsConnections,
  type Alerts,
  type Automations,
  alertStreamPrefixes,
  automationStreamPrefixes,
  type Creations,
  type CustomAutomations,
  creationStreamPrefixes,
  customAutomationStreamPrefixes,
  type DeliveryWork,
  type Directory,
  deliveryStreamPrefixes,
  directoryPrefixesWithoutSessions,
  exchangeRatesPrefix,
  foldVersions,
  type RateBook,
  type ReportSchedules,
  reportScheduleStreamPrefixes,
} from '@tapwise/domain';
import { type ChangeSignal, createChangeSignal } from '../activity/change-signal.ts';
import { type AlertReports, createAlertReports } from '../campaigns/watch-alerts/alert-reports.ts';
import {
  followAlerts,
  followAutomations,
  followCreations,
  followCustomRules,
  followDeliveries,
  followDirectory,
  followRates,
  followReportSchedules,
} from './follow-folds.ts';

/** What posts to endpoints in this process now, by endpoint: called when something new is to be posted there. */
export type DeliveryWatchers = Map<string, () => void>;

/** What this process knows of the log without asking, and what wakes its loops. */
export interface LogFacts {
  readonly directory: FoldFollower<Directory>;
  /** How organizations are connected to the ad service. */
  readonly connections: FoldFollower<AdsConnections>;
  readonly creations: FoldFollower<Creations>;
  readonly automations: FoldFollower<Automations>;
  /** Rules that people wrote, and what their runs left behind. */
  readonly customRules: FoldFollower<CustomAutomations>;
  readonly alerts: FoldFollower<Alerts>;
  readonly deliveries: FoldFollower<DeliveryWork>;
  readonly rates: FoldFollower<RateBook>;
  readonly reportSchedules: FoldFollower<ReportSchedules>;
  /** An event came that begins a process that runs for ever, or that wakes one. */
  readonly standingChanged: ChangeSignal;
  readonly lastWaking: LastWaking;
  /** Resolves after the signal has aborted, when all folds are in their snapshots. */
  readonly ended: Promise<unknown>;
  /** A rule or one of its runs changed, or an organization that it may run in. */
  readonly automationChanged: ChangeSignal;
  /** A scheduled report changed. */
  readonly reportScheduleChanged: ChangeSignal;
  readonly alertReports: AlertReports;
  /** Something new is to be posted to a customer. */
  readonly deliveryArrived: ChangeSignal;
  readonly deliveryWatchers: DeliveryWatchers;
}

/** Positions of the newest events that wake processes of which there is one, since the start of this process. */
export interface LastWaking {
  /** Something can make an ad organization linkable at once. */
  linking?: bigint;
  /** An operator decided about a rate that is held back, or another day confirmed one. */
  heldRates?: bigint;
}

/** What can make an ad organization linkable at once. */
const wakesLinking: ReadonlySet<string> = new Set([
  'AdsAccountNameSubmitted',
  'ApplicationOwnershipProven',
  'AdOrganizationLinkAllowed',
]);

/** What can give an organization a proof, or connect it again. */
const wakesBinding: ReadonlySet<string> = new Set(['AdsCredentialsSet', 'AdsInterfaceBack']);

/** What adds a process that runs for ever, or may end the pause of one after a failure. */
const wakesStanding: ReadonlySet<string> = new Set([
  'AdOrganizationLinked',
  'AdsAccountNameSubmitted',
  'ApplicationCreated',
  'StoreAccessChecked',
  'StoreConnectionSet',
]);

/** Follows the log until the signal aborts. */
export function followLogFacts(log: EventLog, snapshots: SnapshotStore, logger: Logger, signal: AbortSignal): LogFacts {
  const following = (fold: keyof typeof foldVersions, streamPrefixes: readonly string[]) => ({
    streamPrefixes,
    signal,
    snapshot: { ...snapshots, name: `workflows-${fold}`, version: foldVersions[fold] },
    onReady: (start: FoldStart) =>
      logger.info({ fold, ...start, snapshot: start.snapshot?.toString() }, 'a fold is current'),
    onFault: (error: unknown) => logger.warn({ err: error }, 'the log cannot be followed now; trying again'),
  });
  const standingChanged = createChangeSignal();
  const automationChanged = createChangeSignal();
  const alertReports = createAlertReports();
  const deliveryArrived = createChangeSignal();
  const reportScheduleChanged = createChangeSignal();
  const deliveryWatchers: DeliveryWatchers = new Map();
  const lastWaking: LastWaking = {};
  const directoryChanged = (recorded: RecordedEvent) => {
    const { type } = recorded.event;
    if (wakesLinking.has(type)) lastWaking.linking = recorded.position;
    if (wakesLinking.has(type) || wakesStanding.has(type)) standingChanged.notify();
    if (type.startsWith('AdOrganization')) automationChanged.notify();
    alertReports.apply(recorded);
  };
  const followingDirectory = following('directory', directoryPrefixesWithoutSessions);
  const directory = followDirectory(log, directoryChanged, followingDirectory);
  const connections = followAdsConnections(log, {
    signal,
    onFault: (error) => logger.warn({ err: error }, 'the log cannot be followed now; trying again'),
    onEvent: (type, position) => {
      if (wakesBinding.has(type)) lastWaking.linking = position;
      standingChanged.notify();
      automationChanged.notify();
    },
  });
  const creations = followCreations(log, following('creations', creationStreamPrefixes));
  const arrived = (endpointId: string) => {
    deliveryArrived.notify();
    deliveryWatchers.get(endpointId)?.();
  };
  const deliveries = followDeliveries(log, arrived, following('deliveries', deliveryStreamPrefixes));
  const ruleReported = (recorded: RecordedEvent) => {
    automationChanged.notify();
    alertReports.apply(recorded);
  };
  const automations = followAutomations(log, ruleReported, following('automations', automationStreamPrefixes));
  const followingRules = following('customAutomations', customAutomationStreamPrefixes);
  const customRules = followCustomRules(log, ruleReported, followingRules);
  const alerts = followAlerts(log, alertReports, following('alerts', alertStreamPrefixes));
  const wakeRates = (position: bigint) => {
    lastWaking.heldRates = position;
    standingChanged.notify();
  };
  const rates = followRates(log, wakeRates, following('exchangeRates', [exchangeRatesPrefix]));
  const followingReports = following('reportSchedules', reportScheduleStreamPrefixes);
  const reportSchedules = followReportSchedules(log, () => reportScheduleChanged.notify(), followingReports);
  const rules = { automations, customRules, alerts };
  const folds = { directory, connections, creations, ...rules, deliveries, rates, reportSchedules };
  return {
    ...folds,
    standingChanged,
    automationChanged,
    reportScheduleChanged,
    alertReports,
    deliveryArrived,
    deliveryWatchers,
    lastWaking,
    ended: Promise.all(Object.values(folds).map((fold) => fold.ended)),
  };
}
