import { maskedSlackAddress, newWebhookSecret, readOutboundAddress, readSlackAddress } from '@tapwise/adapters';
import {
  type AlertChannel,
  type ChannelContent,
  DomainError,
  findMembership,
  forbiddenInNames,
  isTimeZone,
} from '@tapwise/domain';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';

/** What was entered of a channel. */
export interface EnteredChannel {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly account_ids?: readonly (number | string)[] | undefined;
  readonly quiet?: ChannelContent['quiet'] | undefined;
  readonly digest?: string | null | undefined;
  readonly without_amounts?: boolean | undefined;
}

const bad = (message: string, field: string): DomainError =>
  new DomainError('invalid_request', { message, details: { field } });

/** Subject under whose key addresses and secrets of a team's channels are kept. */
const subjectOf = (teamId: number): string => `team-${teamId}`;
const longestName = 100;

/** A channel of which nothing was entered. */
export const emptyChannel: ChannelContent = {
  name: '',
  address: null,
  masked: null,
  secret: null,
  account_ids: [],
  quiet: null,
  digest: null,
  zone: 'UTC',
  without_amounts: false,
};

/**
 * Reads what was entered of a channel; what was not is absent.
 * @throws DomainError `name_required`, `invalid_request`, `invalid_address`; `not_found` for persons of other teams.
 */
export async function readChannel(
  deps: ApiDependencies,
  { account }: { readonly account: Pick<Session['account'], 'team_id'> },
  kind: AlertChannel['kind'],
  entered: EnteredChannel,
): Promise<Partial<ChannelContent>> {
  const { name, url, account_ids, quiet, digest, without_amounts } = entered;
  if (quiet && !isTimeZone(quiet.zone)) throw bad('This time zone is not known', 'quiet');
  if (kind === 'mail' && url !== undefined) throw bad('A mail channel has no address', 'url');
  if (kind !== 'mail' && account_ids !== undefined) throw bad('Only a mail channel has people', 'account_ids');
  return {
    ...(name === undefined ? {} : { name: readName(name) }),
    ...(url === undefined ? {} : await readUrl(deps, account.team_id, kind, url)),
    ...(account_ids === undefined ? {} : { account_ids: readPeople(deps, account.team_id, account_ids) }),
    ...(quiet === undefined ? {} : { quiet, ...(quiet === null ? {} : { zone: quiet.zone }) }),
    ...(digest === undefined ? {} : { digest }),
    ...(without_amounts === undefined ? {} : { without_amounts }),
  };
}

function readName(text: string): string {
  const name = text.trim();
  if (name === '') throw bad('Enter a name', 'name');
  if (name.length > longestName || forbiddenInNames.test(name)) throw new DomainError('name_invalid');
  return name;
}

async function readUrl(
  { vault, outbound: { targets } }: ApiDependencies,
  teamId: number,
  kind: AlertChannel['kind'],
  url: string,
): Promise<Pick<ChannelContent, 'address' | 'masked'>> {
  const read = kind === 'slack' ? readSlackAddress(url, targets) : readOutboundAddress(url, targets);
  if (read === undefined && kind === 'slack') throw bad('Please enter a Slack incoming webhook address', 'url');
  if (read === undefined) throw new DomainError('invalid_address');
  const masked = kind === 'slack' ? maskedSlackAddress(read) : `${read.host}/…`;
  return { address: await vault.encrypt(subjectOf(teamId), url), masked };
}

function readPeople({ directory }: ApiDependencies, teamId: number, ids: readonly (number | string)[]): number[] {
  const people = [...new Set(ids.map(Number))];
  if (people.length === 0) throw bad('Choose at least one person', 'account_ids');
  for (const id of people) {
    const membership = findMembership(directory.state, id);
    if (membership === undefined || membership.team.team_id !== teamId)
      throw new DomainError('not_found', { message: 'This person was not found.' });
  }
  return people;
}

/** A new secret of a webhook channel, as ciphertext. */
export const newChannelSecret = ({ vault }: ApiDependencies, teamId: number): Promise<string> =>
  vault.encrypt(subjectOf(teamId), newWebhookSecret());
