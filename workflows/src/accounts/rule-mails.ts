import { type Directory, findMembership, type OpenApplication } from '@tapwise/domain';

/** The part of a rule of any kind that says where it runs and who wants mails about it. */
interface MailedRule {
  readonly apply_to: Readonly<Record<string, unknown>>;
  readonly wishes: Readonly<Record<string, boolean>>;
}

/** Members of the application's team who want mails about the rule; the switch of all such mails is asked when they are sent. */
export function peopleWantingMails(
  directory: Directory,
  { team_id }: Pick<OpenApplication, 'team_id'>,
  { wishes }: Pick<MailedRule, 'wishes'>,
): number[] {
  const wanting = Object.entries(wishes).flatMap(([account, wanted]) => (wanted ? [Number(account)] : []));
  return wanting.filter((account) => {
    const membership = findMembership(directory, account);
    return membership?.team.team_id === team_id && membership.access !== 'restricted';
  });
}

/** IANA time zone of the first organization in which the rule runs. */
export const zoneOfRule = (
  { organizations }: Pick<OpenApplication, 'organizations'>,
  { apply_to }: Pick<MailedRule, 'apply_to'>,
): string =>
  (organizations.find(({ org_id }) => apply_to[org_id] !== undefined) ?? organizations[0])?.time_zone ?? 'UTC';
