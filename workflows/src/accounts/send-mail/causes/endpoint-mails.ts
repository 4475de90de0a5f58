import type { DueMail, EventLog, RecordedEvent } from '@tapwise/adapters';
import { customerEndpointsStream, type Directory, findApplication } from '@tapwise/domain';

export const endpointMailPrefixes: readonly string[] = ['customerEndpoints-'];

const problems = {
  gone: 'it answered that it is gone (410).',
  failing: 'no delivery succeeded for five days.',
} as const;

/** The mails to the admins of a team when an address of theirs is not called any more. */
export async function endpointMails(
  log: EventLog,
  { event, id }: Pick<RecordedEvent, 'event' | 'id'>,
  directory: Directory,
): Promise<DueMail[]> {
  if (event.type !== 'CustomerEndpointDisabled') return [];
  const { application_id, endpoint_id, reason, disabled_at: requestedAt } = event.data;
  const application = findApplication(directory, application_id);
  const team = application && directory.teams.get(application.team_id);
  if (application === undefined || team === undefined) return [];
  const facts = {
    application: application.name,
    endpoint: await hostOf(log, application_id, endpoint_id),
    problem: problems[reason],
    path: `/client/settings/webhooks?app=${application_id}`,
  };
  const admins = team.members.filter(({ access }) => access === 'admin');
  return admins.map(({ account_id: accountId }) => ({
    kind: 'webhook-disabled' as const,
    key: `webhook-disabled|${id}|${accountId}`,
    to: { accountId },
    facts,
    requestedAt,
  }));
}

/** Paths and queries of such addresses may be secrets. */
async function hostOf(log: EventLog, applicationId: number, endpointId: string): Promise<string> {
  const events = await log.readStream(customerEndpointsStream(applicationId));
  const opened = events.find(
    ({ event }) => event.type === 'CustomerEndpointOpened' && event.data.endpoint_id === endpointId,
  )?.event;
  return opened?.type === 'CustomerEndpointOpened' ? new URL(opened.data.url).host : '';
}
