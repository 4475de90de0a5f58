import { handleCommand } from '@tapwise/adapters';
import {
  applicationDecider,
  applicationStream,
  createApplication,
  type DomainEvent,
  fold,
  linkAdOrganization,
  statelessDecider,
  teamStream,
} from '@tapwise/domain';
import type { Decider } from '../../../../domain/src/shared/decider.ts';
import { adamId, applicationId, orgId } from '../../../../projections/src/testing/sample-events.ts';
import { asTest } from '../../../support/facts/settings.ts';
import { encoded } from '../engines/readable-vault.ts';
import type { World } from '../world.ts';

export const teamId = 1;
/** Of all keywords that are there from the beginning. */
export const adGroupId = 71;
/** Everything is there before the first call. */
export const since = '2026-11-28T12:00:00.000Z';
const until = '2027-11-28T12:00:00.000Z';

/** A team with one application and one ad organization. Repeated until it has been recorded whole. */
export async function foundTeam(world: World): Promise<void> {
  const founded = { team_id: teamId, name: encoded('Acme'), founded_at: since, trial_expires_at: until, demo: false };
  await recordFirst(world, teamStream(teamId), [{ type: 'TeamFounded', data: founded }]);
  await recordFirst(world, applicationStream(applicationId), linkedApplication());
}

function linkedApplication(): DomainEvent[] {
  const created = createApplication(applicationDecider.initialState(), {
    application_id: applicationId,
    account_id: teamId,
    team_id: teamId,
    name: 'App',
    url: `https://apps.apple.com/app/id${adamId}`,
    api_key: 'key',
    created_at: since,
  });
  const linked = linkAdOrganization(fold(applicationDecider, created), {
    org_id: orgId,
    currency: 'USD',
    time_zone: 'UTC',
    name: 'Acme',
    account_name: 'Acme',
    payment_model: null,
    linked_at: since,
  });
  return [...created, ...linked];
}

/** The first events of a stream, which has no others; the same however often it is called. */
export const recordFirst = (world: World, stream: string, events: readonly DomainEvent[]): Promise<unknown> =>
  handleCommand<null, DomainEvent>(world.openLog(), {
    stream,
    decider: statelessDecider,
    cause: `recorded ${stream}`,
    context: asTest,
    assume: 'new',
    decide: () => events,
  });

const identityOf = ({ type, data }: DomainEvent): string =>
  'notification_id' in data ? `${type} ${data.notification_id}` : type;

const identities: Decider<readonly string[], DomainEvent> = {
  initialState: () => [],
  evolve: (state, event) => [...state, identityOf(event)],
};

/** An event of a stream that has no other of its type, or none about its notification; once however often it is called. */
export const recordOnce = (world: World, stream: string, event: DomainEvent): Promise<unknown> =>
  handleCommand(world.openLog(), {
    stream,
    decider: identities,
    cause: `recorded ${stream} ${identityOf(event)}`,
    context: asTest,
    decide: (recorded) => (recorded.includes(identityOf(event)) ? [] : [event]),
  });

/** Repeats a call until it is answered with success. */
export async function untilDone(world: World, command: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await command();
      return;
    } catch {
      await new Promise<void>((resolve) => void world.time.after(1000, resolve, undefined));
    }
  }
}
