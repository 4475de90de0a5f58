import { invitationProof, linkToken, linkTokenHash, type OutgoingMail, unsubscribeToken } from '@tapwise/adapters';
import {
  consentFor,
  cutName,
  type Directory,
  findAccount,
  findMembership,
  findReset,
  htmlBody,
  isDeletionOpen,
  linksOf,
  type MailFacts,
  type MailOutcome,
  mailDay,
  mailInstant,
  mailTexts,
  normalizeEmail,
  type OpenAccount,
  plainBody,
  type RequestedMail,
  serviceEnd,
  teamBilling,
  wantsMails,
} from '@tapwise/domain';
import { composeReportMail, reportConfirmFacts } from './compose-report-mail.ts';
import type { MailContext } from './mail-context.ts';

type Skipped = Extract<MailOutcome, { skipped: unknown }>;

/**
 * Makes a mail of what was asked for, with what holds now: whether it is still due, whether the person wants it, and where they are.
 * @returns the mail, the same bytes each time; or why it is not sent.
 */
export async function composeMail(context: MailContext, mail: RequestedMail): Promise<OutgoingMail | Skipped> {
  const account = mail.account_id === null ? undefined : findAccount(context.directory, mail.account_id);
  const skipped = notDue(context, mail, account);
  if (skipped !== undefined) return { skipped };
  const cipher = mail.address ?? account?.email;
  const address = cipher === undefined ? undefined : await context.vault.decrypt(cipher);
  const to = address === undefined ? undefined : sendable(address);
  if (to === undefined) return { skipped: 'no_address' };
  if (mail.kind === 'scheduled-report') return composeReportMail(context, mail, to);
  const facts = await factsOf(context, mail, account);
  if (facts === undefined) return { skipped: 'over' };
  const { subject, blocks } = mailTexts[mail.kind](facts, mail.rows.map(cutRow));
  const words = { subject, text: plainBody(blocks), html: htmlBody(blocks), links: linksOf(blocks) };
  const unsubscribe = unsubscribeLink(context, mail);
  return { id: mail.mail_id, kind: mail.kind, to, ...words, createdAt: mail.requested_at, unsubscribe };
}

/** A problem is a sentence of ours; everything else may be a name from outside. */
function cutFact(name: string, value: string | number): string | number {
  if (typeof value !== 'string') return value;
  return name === 'problem' ? cutRow(value) : cutName(value);
}

/** Of mails that a person can turn off. */
function unsubscribeLink({ vault, publicUrl }: MailContext, { kind, account_id }: RequestedMail): string | undefined {
  const topic = consentFor(kind);
  if (topic === undefined || account_id === null) return undefined;
  return `${publicUrl}/unsubscribe/${unsubscribeToken(vault, account_id, topic)}`;
}

/** Rows are sentences with names in them, so they may be longer than a name. */
const cutRow = (row: string): string => row.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ');

/** What a visitor of the demo has asked for. */
const shownKinds: ReadonlySet<RequestedMail['kind']> = new Set(['alert', 'alert-digest', 'scheduled-report']);

function notDue(
  { directory, showsMails = false }: MailContext,
  { kind, account_id }: RequestedMail,
  account: OpenAccount | undefined,
): Skipped['skipped'] | undefined {
  if (account_id === null) return undefined;
  if (account === undefined || (account.demo && !(showsMails && shownKinds.has(kind)))) return 'no_address';
  // Who was removed is mailed that, and nothing else any more.
  if (kind !== 'removed' && findMembership(directory, account_id) === undefined) return 'gone';
  const consent = consentFor(kind);
  if (consent === 'alerts' && findMembership(directory, account_id)?.access === 'restricted') return 'gone';
  return consent !== undefined && !wantsMails(account, consent) ? 'unwanted' : undefined;
}

/** What the text is made of; `undefined` when its link would be of no use any more. */
async function factsOf(
  context: MailContext,
  mail: RequestedMail,
  account: OpenAccount | undefined,
): Promise<MailFacts | undefined> {
  const { publicUrl, support, vault } = context;
  const { path, ...facts } = mail.facts;
  const cut = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, cutFact(name, value)]));
  const name = account === undefined ? undefined : await vault.decrypt(account.name);
  const common = { ...cut, support, name: cutName(name ?? ''), at: mailInstant(mail.requested_at) };
  const linked = {
    ...common,
    link: `${publicUrl}${typeof path === 'string' && path.startsWith('/') ? path : '/client'}`,
  };
  const request = typeof facts.request_id === 'string' ? facts.request_id : undefined;
  switch (mail.kind) {
    case 'welcome':
    case 'verify': {
      const link = request === undefined ? undefined : provingLink(context, 'verify', request);
      const trialEnd = account && context.directory.teams.get(account.team_id)?.trial_expires_at;
      return link === undefined ? undefined : { ...common, link, trial_end: trialEnd && mailDay(trialEnd) };
    }
    case 'email-change': {
      const link = request === undefined ? undefined : provingLink(context, 'email', request);
      return link === undefined ? undefined : { ...common, link };
    }
    case 'reset':
    case 'password-changed': {
      const token = linkToken(vault, 'reset', request ?? '');
      const isValid = findReset(context.directory, linkTokenHash(vault, 'reset', token)) !== undefined;
      // That a password was changed is reported in any case.
      if (!isValid && mail.kind === 'reset') return undefined;
      return { ...common, link: `${publicUrl}/reset#token=${token}` };
    }
    case 'export-ready':
      return account?.export?.request_id === request
        ? { ...common, expires: mailDay(String(facts.expires_at)), link: `${publicUrl}${String(path)}` }
        : undefined;
    case 'deletion-scheduled': {
      const token = linkToken(vault, 'keep', request ?? '');
      const isOpen = account !== undefined && isDeletionOpen(account) && account.deletion?.request_id === request;
      const erased_at = mailInstant(String(facts.expires_at));
      return isOpen ? { ...common, erased_at, link: `${publicUrl}/keep_account#token=${token}` } : undefined;
    }
    case 'invite':
    case 'invite-elsewhere':
      return invitationFacts(context, mail, common);
    case 'trial-ending':
    case 'pulls-end':
    case 'recording-ends':
      // Bought meanwhile, or moved: what was to be announced does not happen.
      return serviceEndOf(context.directory, Number(facts.team_id)) === facts.ends ? linked : undefined;
    case 'report-confirm':
      return reportConfirmFacts(context, mail, common);
    case 'removed':
      return { ...common, team: await teamName(context, Number(facts.team_id)) };
    default:
      return linked;
  }
}

/** ISO 8601; `undefined` while service has no end. */
function serviceEndOf(directory: Directory, teamId: number): string | undefined {
  const team = directory.teams.get(teamId);
  const end = team === undefined ? null : serviceEnd(team, teamBilling(directory.billing, teamId));
  return end === null ? undefined : new Date(end).toISOString();
}

/** A link that proves an address, while it is the newest of its kind. */
function provingLink(
  { directory, vault, publicUrl }: MailContext,
  purpose: 'verify' | 'email',
  request: string,
): string | undefined {
  const token = linkToken(vault, purpose, request);
  if (!directory.accountIdsByLink.has(linkTokenHash(vault, purpose, token))) return undefined;
  return `${publicUrl}/verify#token=${token}`;
}

async function invitationFacts(
  context: MailContext,
  { kind, facts }: RequestedMail,
  common: MailFacts,
): Promise<MailFacts | undefined> {
  const { directory, vault, publicUrl } = context;
  const teamId = Number(facts.team_id);
  const invitation = directory.teams.get(teamId)?.invitations.find(({ token_hash }) => token_hash === facts.token_hash);
  const token = invitation?.token ? await vault.decrypt(invitation.token) : undefined;
  if (invitation === undefined || token === undefined) return undefined;
  const proof = invitationProof(vault, invitation.token_hash);
  const accept = `${publicUrl}/accept_invitation?token=${encodeURIComponent(token)}&proof=${encodeURIComponent(proof)}`;
  return {
    ...common,
    team: await teamName(context, teamId),
    expires: mailDay(invitation.expires_at),
    link: kind === 'invite' ? accept : `${publicUrl}/login`,
  };
}

async function teamName({ directory, vault }: MailContext, teamId: number): Promise<string> {
  const team = directory.teams.get(teamId);
  return cutName((team && (await vault.decrypt(team.name))) ?? 'your team');
}

/** The address as typed, its domain as mail servers know it; `undefined` for what is none. */
function sendable(address: string): string | undefined {
  try {
    const normalized = normalizeEmail(address);
    const typed = address.trim();
    return `${typed.slice(0, typed.lastIndexOf('@'))}${normalized.slice(normalized.lastIndexOf('@'))}`;
  } catch {
    return undefined;
  }
}
