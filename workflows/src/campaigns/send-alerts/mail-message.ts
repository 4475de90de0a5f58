import type { DueMail } from '@tapwise/adapters';
import { type Alerts, type Directory, findApplication, findMembership } from '@tapwise/domain';
import { alertWords, type MessageEpisode } from './alert-words.ts';
import type { ClaimedMessage } from './post-message.ts';

const mostRows = 20;

/** The mails of a message: one to each person of the channel who wants alerts of these incidents by mail and may see them. */
export function mailsOfMessage(
  alerts: Pick<Alerts, 'records'>,
  directory: Directory,
  { channel, messageId, form, included }: ClaimedMessage,
  requestedAt: string,
): DueMail[] {
  return channel.account_ids.flatMap((accountId): DueMail[] => {
    const membership = findMembership(directory, accountId);
    if (membership?.team.team_id !== channel.team_id || membership.access === 'restricted') return [];
    if (!membership.account.email_verified) return [];
    const wanted = included.filter(({ episode }) => alerts.records.get(episode.alert_id)?.wishes[accountId] !== false);
    const [first] = wanted;
    if (first === undefined) return [];
    const { title, lines, more, path } = alertWords(form, wanted, channel.without_amounts);
    const application = applicationName(directory, first);
    const rows = lines.flatMap((line) => line.split('\n')).slice(0, mostRows);
    const facts = { application, headline: title, problem: title, path, ...(more === 0 ? {} : { more }) };
    const kind = form === 'single' ? 'alert' : 'alert-digest';
    return [{ kind, key: `${kind}|${messageId}|${accountId}`, to: { accountId }, facts, rows, requestedAt }];
  });
}

const applicationName = (directory: Directory, { episode }: MessageEpisode): string =>
  findApplication(directory, episode.application_id)?.name ?? '';
