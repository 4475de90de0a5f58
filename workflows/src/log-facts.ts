import {
  type EventLog,
  type FoldFollower,
  type FoldFollowerOptions,
  type FoldStart,
  foldVersion,
  type Logger,
  type SnapshotFolder,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  type Automations,
  automationStreamPrefixes,
  type Creations,
  createAutomations,
  createDeliveryWork,
  createDirectory,
  createRateBook,
  creationStreamPrefixes,
  type DeliveryWork,
  type Directory,
  deliveryStreamPrefixes,
  directoryStreamPrefixes,
  evolveAutomations,
  evolveCreations,
  evolveDeliveryWork,
  evolveDirectory,
  evolveRateBook,
  exchangeRatesPrefix,
  type RateBook,
} from '@tapwise/domain';
import { type ChangeSignal, createChangeSignal } from './activity/change-signal.ts';

/** What this process knows of the log without asking, and what wakes its loops. */
export interface LogFacts {
  readonly directory: FoldFollower<Directory>;
  readonly creations: FoldFollower<Creations>;
  readonly automations: FoldFollower<Automations>;
  readonly deliveries: FoldFollower<DeliveryWork>;
  readonly rates: FoldFollower<RateBook>;
  /** An event came that begins a process that runs for ever, or that wakes one. */
  readonly standingChanged: ChangeSignal;
  readonly lastWaking: LastWaking;
  readonly changeSetChanged: ChangeSignal;
  readonly automationChanged: ChangeSignal;
  /** Something was said about a delivery to a customer, or about an address. */
  readonly deliveryChanged: ChangeSignal;
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

/** What adds a process that runs for ever, or may end the pause of one after a failure. */
const wakesStanding: ReadonlySet<string> = new Set([
  'AdOrganizationLinked',
  'AdsAccountNameSubmitted',
  'ApplicationCreated',
  'StoreAccessChecked',
  'StoreConnectionSet',
]);

/** Follows the log until the signal aborts. */
export function followLogFacts(
  log: EventLog,
  snapshots: SnapshotFolder,
  logger: Logger,
  signal: AbortSignal,
): LogFacts {
  const onFault = (error: unknown) => logger.warn({ err: error }, 'the log cannot be followed now; trying again');
  const onReady = (fold: string) => (start: FoldStart) =>
    logger.info({ fold, ...start, snapshot: start.snapshot?.toString() }, 'a fold is current');
  const standingChanged = createChangeSignal();
  const changeSetChanged = createChangeSignal();
  const automationChanged = createChangeSignal();
  const deliveryChanged = createChangeSignal();
  const lastWaking: LastWaking = {};
  const directory = startFoldFollower(log, {
    state: createDirectory(),
    evolve: (state, recorded) => {
      evolveDirectory(state, recorded.event, recorded);
      const { type } = recorded.event;
      if (wakesLinking.has(type)) lastWaking.linking = recorded.position;
      if (wakesLinking.has(type) || wakesStanding.has(type)) standingChanged.notify();
      if (type.startsWith('ChangeSet')) changeSetChanged.notify();
    },
    streamPrefixes: directoryStreamPrefixes,
    signal,
    snapshot: { ...snapshots, name: 'workflows-directory', version: foldVersion(1) },
    onReady: onReady('directory'),
    onFault,
  });
  const creations = startFoldFollower<Creations>(log, {
    state: new Map(),
    evolve: (state, { event }) => void evolveCreations(state, event),
    streamPrefixes: creationStreamPrefixes,
    signal,
    snapshot: { ...snapshots, name: 'workflows-creations', version: foldVersion(1) },
    onReady: onReady('creations'),
    onFault,
  });
  const deliveries = startFoldFollower(log, {
    state: createDeliveryWork(),
    evolve: (state, recorded) => {
      evolveDeliveryWork(state, recorded.event, recorded);
      deliveryChanged.notify();
    },
    streamPrefixes: deliveryStreamPrefixes,
    signal,
    snapshot: { ...snapshots, name: 'workflows-deliveries', version: foldVersion(1) },
    onReady: onReady('deliveries'),
    onFault,
  });
  const following = { streamPrefixes: automationStreamPrefixes, signal, onFault, onReady: onReady('automations') };
  const automations = followAutomations(log, () => automationChanged.notify(), {
    ...following,
    snapshot: { ...snapshots, name: 'workflows-automations', version: foldVersion(1) },
  });
  const wakeRates = (position: bigint) => {
    lastWaking.heldRates = position;
    standingChanged.notify();
  };
  const rates = followRates(log, wakeRates, {
    streamPrefixes: [exchangeRatesPrefix],
    signal,
    snapshot: { ...snapshots, name: 'workflows-exchange-rates', version: foldVersion(1) },
    onReady: onReady('exchange rates'),
    onFault,
  });
  const folds = { directory, creations, automations, deliveries, rates };
  return {
    ...folds,
    standingChanged,
    changeSetChanged,
    automationChanged,
    deliveryChanged,
    lastWaking,
  };
}

function followAutomations(
  log: EventLog,
  changed: () => void,
  how: Omit<FoldFollowerOptions<Automations>, 'state' | 'evolve'>,
): FoldFollower<Automations> {
  return startFoldFollower<Automations>(log, {
    ...how,
    state: createAutomations(),
    evolve: (state, { event, position }) => {
      evolveAutomations(state, event, position);
      changed();
    },
  });
}

function followRates(
  log: EventLog,
  decided: (position: bigint) => void,
  how: Omit<FoldFollowerOptions<RateBook>, 'state' | 'evolve'>,
): FoldFollower<RateBook> {
  return startFoldFollower<RateBook>(log, {
    ...how,
    state: createRateBook(),
    evolve: (book, { event, position }) => {
      evolveRateBook(book, event);
      if (event.type === 'ExchangeRateAccepted' || event.type === 'ExchangeRateRefused') decided(position);
    },
  });
}
