import {
  type EventLog,
  type FoldStart,
  foldVersion,
  type LiveFold,
  type Logger,
  type SnapshotFolder,
  startLiveFold,
} from '@tapwise/adapters';
import { createDirectory, type Directory, directoryStreamPrefixes, evolveDirectory } from '@tapwise/domain';
import { type ChangeSignal, createChangeSignal } from './linking/change-signal.ts';

/** What this process knows of the log without asking, and what wakes its loops. */
export interface KnownFacts {
  readonly directory: LiveFold<Directory>;
  readonly rateDays: LiveFold<Set<string>>;
  readonly linkingChanged: ChangeSignal;
  readonly organizationLinked: ChangeSignal;
  /** An application was added, or the key of its store reports was given. */
  readonly applicationChanged: ChangeSignal;
}

/** What can make an ad organization linkable at once. */
const wakesLinking: ReadonlySet<string> = new Set([
  'AdsAccountNameSubmitted',
  'ApplicationOwnershipProven',
  'AdOrganizationLinkAllowed',
]);

/** Follows the log until the signal aborts. */
export function followKnownFacts(
  log: EventLog,
  snapshots: SnapshotFolder,
  logger: Logger,
  signal: AbortSignal,
): KnownFacts {
  const onFault = (error: unknown) => logger.warn({ err: error }, 'the log cannot be followed now; trying again');
  const onReady = (fold: string) => (start: FoldStart) =>
    logger.info({ fold, ...start, snapshot: start.snapshot?.toString() }, 'a fold is current');
  const linkingChanged = createChangeSignal();
  const organizationLinked = createChangeSignal();
  const applicationChanged = createChangeSignal();
  const directory = startLiveFold(log, {
    state: createDirectory(),
    evolve: (state, recorded) => {
      evolveDirectory(state, recorded.event, recorded);
      const { type } = recorded.event;
      if (wakesLinking.has(type)) linkingChanged.notify();
      if (type === 'AdOrganizationLinked') organizationLinked.notify();
      if (type === 'ApplicationCreated' || type === 'StoreConnectionSet') applicationChanged.notify();
    },
    streamPrefixes: directoryStreamPrefixes,
    signal,
    snapshot: { ...snapshots, name: 'workflows-directory', version: foldVersion(1) },
    onReady: onReady('directory'),
    onFault,
  });
  const rateDays = startLiveFold(log, {
    state: new Set<string>(),
    evolve: (days, { event }) => {
      if (event.type === 'ExchangeRatesPublished') days.add(event.data.day);
    },
    streamPrefixes: ['exchangeRates-'],
    signal,
    snapshot: { ...snapshots, name: 'workflows-rate-days', version: foldVersion(1) },
    onReady: onReady('rate days'),
    onFault,
  });
  return { directory, rateDays, linkingChanged, organizationLinked, applicationChanged };
}
