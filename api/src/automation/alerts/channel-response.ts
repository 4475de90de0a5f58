import type { AlertChannel as ChannelResponse } from '@tapwise/contract/alerts';
import { type AlertChannel, type Alerts, findMembership, noMessages } from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';

/** A channel as the team sees it. */
export async function channelResponse(
  deps: ApiDependencies,
  alerts: Alerts,
  channel: AlertChannel,
): Promise<ChannelResponse> {
  const { channel_id: id, kind, name, masked: address, account_ids, quiet, digest, without_amounts, problem } = channel;
  const { messages } = alerts.messages.get(id) ?? noMessages;
  const sentAt = Math.max(0, ...Object.values(messages).flatMap(({ state, at }) => (state === 'sent' ? [at] : [])));
  return {
    id,
    kind,
    name,
    address,
    account_ids: [...account_ids],
    quiet: quiet === null ? null : { ...quiet, weekdays: [...quiet.weekdays] },
    digest,
    without_amounts,
    state: problem === null ? 'active' : 'disabled',
    problem: problem ?? (await unreachable(deps, channel)),
    last_sent_at: sentAt === 0 ? null : new Date(sentAt).toISOString(),
  };
}

/** Who of a mail channel gets nothing now, and why. */
async function unreachable(
  { directory, vault }: ApiDependencies,
  { account_ids, team_id }: AlertChannel,
): Promise<string | null> {
  const sentences: string[] = [];
  for (const accountId of account_ids) {
    const membership = findMembership(directory.state, accountId);
    if (membership === undefined || membership.team.team_id !== team_id) {
      sentences.push('A person has left the team');
      continue;
    }
    const name = (await vault.decrypt(membership.account.name)) ?? 'A person';
    if (membership.access === 'restricted') sentences.push(`${name} may not see alerts`);
    else if (!membership.account.email_verified) sentences.push(`${name} has not confirmed the address`);
  }
  return sentences.length === 0 ? null : sentences.join(', ');
}
