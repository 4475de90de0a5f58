import { type EventLog, handleCommand, type RefusedAccess } from '@tapwise/adapters';
import { acceptCredentials, adsConnectionDecider, adsConnectionStream, refuseCredentials } from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';

/** Records that the service refused the credentials that were used for an organization. @returns commit position of the last event. */
export async function recordRefusal(log: EventLog, { orgId, used }: RefusedAccess): Promise<bigint> {
  const refusedAt = new Date().toISOString();
  const { position } = await handleCommand(log, {
    stream: adsConnectionStream(orgId),
    decider: adsConnectionDecider,
    context: workflowActor('link-organizations'),
    cause: `refused ${refusedAt}`,
    decide: (state) => refuseCredentials(state, { orgId, used, refusedAt }),
  });
  return position;
}

/** Records that it accepts them again. @returns commit position of the last event. */
export async function recordAcceptance(log: EventLog, { orgId, used }: RefusedAccess): Promise<bigint> {
  const acceptedAt = new Date().toISOString();
  const { position } = await handleCommand(log, {
    stream: adsConnectionStream(orgId),
    decider: adsConnectionDecider,
    context: workflowActor('link-organizations'),
    cause: `accepted ${acceptedAt}`,
    decide: (state) => acceptCredentials(state, { orgId, used, acceptedAt }),
  });
  return position;
}
