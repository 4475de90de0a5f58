import { followLog } from '@tapwise/adapters';
import { type DomainEvent, type EventContext, eventCatalogue } from '@tapwise/domain';
import { tablesPosition } from '@tapwise/projections/queries';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { applicationOf, organizationOf } from '../event-subject.ts';
import { createPositionTrail, type PositionTrail } from './position-trail.ts';

/** Which applications the newest events are about, so that only their reports are asked again. */
export interface TouchedApplications {
  /** Whether an event after `from`, up to and with `to` (the newest unless given), may have changed the application's numbers. */
  touched(applicationId: number, from: bigint, to?: bigint): boolean;
  /** Begins to follow the log from where the tables are; does nothing when it does already. */
  start(): void;
}

/** Beyond every position of the log. */
const END_OF_LOG = 2n ** 63n;

/**
 * Follows until the signal aborts.
 * @param onFollowed called with the newest position after each batch of events.
 */
export function createTouchedApplications(
  deps: ApiDependencies,
  signal: AbortSignal,
  onFollowed: (position: bigint) => void,
): TouchedApplications {
  const trails = new Map<string, PositionTrail>();
  let startPosition: bigint | undefined;
  let followed: bigint | undefined;
  let started = false;

  const recordTouch = (subject: string, position: bigint): void => {
    const trail = trails.get(subject) ?? createPositionTrail(startPosition ?? position);
    trails.set(subject, trail);
    trail.add(position);
  };

  return {
    touched: (applicationId, from, to = END_OF_LOG) => {
      if (to <= from) return false;
      if (startPosition === undefined || from < startPosition) return true;
      const organizations = deps.directory.state.applications.get(applicationId)?.organizations ?? [];
      const subjects = [
        allApplications,
        `application ${applicationId}`,
        ...organizations.map(({ org_id }) => `org ${org_id}`),
      ];
      return subjects.some((subject) => trails.get(subject)?.within(from, to) ?? false);
    },
    start: () => {
      if (started) return;
      started = true;
      void followLog(deps.log, {
        after: async () => {
          if (startPosition === undefined) {
            startPosition = (await tablesPosition(deps.tables))?.position ?? 0n;
            followed = startPosition;
          }
          return followed === 0n ? undefined : followed;
        },
        maxBatch: 1000,
        signal,
        onBatch: (batch) => {
          for (const { event, position } of batch) {
            const subject = subjectOf(event);
            if (subject !== undefined) recordTouch(subject, position);
            followed = position;
          }
          if (followed !== undefined) onFollowed(followed);
        },
        // The tables pass it over as well, so it changes no number.
        onUnreadable: () => undefined,
        onFault: (error) => deps.logger.warn({ err: error }, 'Live numbers lost the log and follow it again'),
      });
    },
  };
}

const allApplications = 'all';
/** Of events of each context, whether they may change the numbers of a report. */
const mayChangeNumbers: Readonly<Record<EventContext, boolean>> = {
  account: false,
  alert: false,
  'ads-connection': false,
  'ads-report': true,
  application: true,
  automation: false,
  billing: false,
  campaign: true,
  change: true,
  'change-set': false,
  creation: true,
  'exchange-rate': true,
  failure: false,
  follower: false,
  install: true,
  label: true,
  lease: false,
  'log-format': false,
  mail: false,
  parking: true,
  'past-tables': false,
  prediction: true,
  'process-engine': false,
  'product-page': true,
  'scheduled-report': false,
  projection: false,
  'search-term-decision': true,
  shared: false,
  sql: false,
  'store-sales': true,
  subscription: true,
  suggestion: false,
  team: false,
  usage: false,
  webhook: false,
  'write-call': false,
};
// Settings change with the outcomes of a change's rows.
const changesUnderWay: ReadonlySet<DomainEvent['type']> = new Set([
  'ChangeRequested',
  'ChangeTakenUp',
  'ChangeWritesStarted',
  'ChangeWritesLeftOpen',
  'ChangeSettled',
  'ChangeLeftInDoubt',
  'ChangeUndone',
  'GuardrailsChanged',
  'SettingsReadingRequested',
  'SettingsRead',
  'SettingsReadingFailed',
]);
const withoutNumbers: ReadonlySet<string> = new Set([
  ...changesUnderWay,
  ...eventCatalogue.filter(({ context }) => !mayChangeNumbers[context]).map(({ type }) => type),
]);

/** Whose numbers an event may change; `undefined`: none. Rates and events that name no owner concern all applications. */
function subjectOf(event: DomainEvent): string | undefined {
  if (withoutNumbers.has(event.type)) return undefined;
  const applicationId = applicationOf(event);
  const orgId = organizationOf(event);
  if (applicationId !== undefined) return `application ${applicationId}`;
  return orgId === undefined ? allApplications : `org ${orgId}`;
}
