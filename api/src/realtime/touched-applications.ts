import type { DomainEvent } from '@tapwise/domain';
import { followLog } from '@tapwise/infra';
import { tablesPosition } from '@tapwise/projections/queries';
import type { ApiDependencies } from '../dependencies.ts';

/** Which applications the newest events are about, so that only their reports are asked again. */
export interface TouchedApplications {
  /** Position of the last event that may change the application's numbers; 0 when none was seen. */
  touchedAt(applicationId: number): bigint;
  /** Begins to follow the log; does nothing when it does already. */
  start(): void;
}

/** Follows the log from where the tables are, until the signal aborts. */
export function createTouchedApplications(deps: ApiDependencies, signal: AbortSignal): TouchedApplications {
  const byApplication = new Map<number, bigint>();
  const byOrganization = new Map<number, bigint>();
  let everybody = 0n;
  let followed: bigint | undefined;
  let started = false;

  const take = (event: DomainEvent, position: bigint): void => {
    const data: { application_id?: unknown; org_id?: unknown } = event.data;
    if (event.type === 'NumberTaken' || event.type.startsWith('Session')) return;
    if (typeof data.application_id === 'number') byApplication.set(data.application_id, position);
    else if (typeof data.org_id === 'number') byOrganization.set(data.org_id, position);
    else if (!accountTypes.has(event.type)) everybody = position;
  };

  return {
    touchedAt: (applicationId) => {
      const organizations = deps.directory.state.applications.get(applicationId)?.organizations ?? [];
      const positions = organizations.map((organization) => byOrganization.get(organization.org_id) ?? 0n);
      return [byApplication.get(applicationId) ?? 0n, ...positions].reduce(later, everybody);
    },
    start: () => {
      if (started) return;
      started = true;
      void followLog(deps.log, {
        after: async () => followed ?? (await tablesPosition(deps.tables))?.position,
        maxBatch: 1000,
        signal,
        onBatch: (batch) => {
          for (const { event, position } of batch) {
            take(event, position);
            followed = position;
          }
        },
        onFault: (error) => deps.logger.warn({ err: error }, 'Live numbers lost the log and follow it again'),
      });
    },
  };
}

const accountTypes: ReadonlySet<string> = new Set(['AccountOpened', 'EmailReserved']);
const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);
