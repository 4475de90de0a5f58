import { billingMailTexts } from './billing-mail-texts.ts';
import type { MailBlock, MailFacts, MailWords } from './mail-body.ts';
import type { MailKind } from './mail-kinds.ts';

type Text = (facts: MailFacts, rows: readonly string[]) => MailWords;

const say = (...parts: readonly string[]): MailBlock => ({ text: parts.join(' ') });
const to = (label: string, link: string | number | undefined): MailBlock => ({ label, link: String(link ?? '') });
const ignore = say('If this was not you, you can ignore this mail.');
/** Further rows than a mail holds. */
const more = (count: string | number | undefined): MailBlock[] =>
  Number(count ?? 0) > 0 ? [say(`And ${Number(count)} more.`)] : [];

/** The words of every mail; English only. */
export const mailTexts: Readonly<Record<MailKind, Text>> = {
  ...billingMailTexts,
  welcome: ({ name, link, trial_end }) => ({
    subject: 'Welcome to Tapwise',
    blocks: [
      say(`Hello ${name},`),
      say('your account is ready. Please confirm that this is your address, so that you can invite your team.'),
      to('Confirm your email', link),
      say(`Your trial runs until ${trial_end}. The link is valid for 24 hours.`),
    ],
  }),
  verify: ({ link }) => ({
    subject: 'Confirm your email',
    blocks: [
      say('Please confirm that this is your address.'),
      to('Confirm your email', link),
      say('The link is valid for 24 hours.'),
      ignore,
    ],
  }),
  reset: ({ link }) => ({
    subject: 'Set a new password',
    blocks: [
      say('Someone asked for a new password for your Tapwise account.'),
      to('Set a new password', link),
      say('The link is valid for one hour and can be used once. Your password stays as it is until you use it.'),
      ignore,
    ],
  }),
  'email-change': ({ link }) => ({
    subject: 'Confirm your new email',
    blocks: [
      say('Please confirm that your Tapwise account is to use this address from now on.'),
      to('Confirm your new email', link),
      say('The link is valid for 24 hours.'),
      ignore,
    ],
  }),
  'email-changed': ({ at, support }) => ({
    subject: 'Your email was changed',
    blocks: [
      say(`Since ${at} your Tapwise account uses another address; this one is no longer part of it.`),
      say(`If this was not you, please write to ${support}.`),
    ],
  }),
  'password-changed': ({ at, link }) => ({
    subject: 'Your password was changed',
    blocks: [
      say(`The password of your Tapwise account was changed on ${at}, and all other sessions were ended.`),
      say('If this was not you, set a new password now:'),
      to('Set a new password', link),
      say('The link is valid for 24 hours and can be used once.'),
    ],
  }),
  invite: ({ team, link, expires }) => ({
    subject: `Join ${team} on Tapwise`,
    blocks: [
      say(`You are invited to join the team ${team} on Tapwise.`),
      to('Accept the invitation', link),
      say(`The invitation is valid until ${expires} and can be used once.`),
      ignore,
    ],
  }),
  'invite-elsewhere': ({ team, link }) => ({
    subject: `Join ${team} on Tapwise`,
    blocks: [
      say(`You are invited to join the team ${team} on Tapwise.`),
      say(`You already have a Tapwise account. To join ${team}, ask for an invitation to another address.`),
      to('Log in', link),
    ],
  }),
  removed: ({ team, at }) => ({
    subject: `You were removed from ${team}`,
    blocks: [
      say(`On ${at} an admin removed you from the team ${team} on Tapwise. Your account is closed.`),
      say('Your address is free again: you can sign up with it, or be invited to another team.'),
    ],
  }),
  'integration-done': ({ application, integration, link }) => ({
    subject: `${application}: ${integration} is connected`,
    blocks: [say(`${integration} of ${application} is connected.`), to('Open Settings', link)],
  }),
  'integration-broken': ({ application, integration, problem, link }) => ({
    subject: `${application}: ${integration} needs attention`,
    blocks: [say(`${integration} of ${application} needs attention: ${problem}`), to('Open Settings', link)],
  }),
  'automation-digest': ({ rule, application, day, more: further, link }, rows) => ({
    subject: `${application}: what ${rule} did on ${day}`,
    blocks: [
      say(`On ${day} the automation ${rule} of ${application} did this:`),
      { rows },
      ...more(further),
      to('View logs', link),
    ],
  }),
  'automation-trouble': ({ rule, application, problem, link }, rows) => ({
    subject: `${application}: ${rule} needs attention`,
    blocks: [
      say(`The automation ${rule} of ${application} needs attention: ${problem}`),
      ...(rows.length > 0 ? [{ rows }] : []),
      to('View logs', link),
    ],
  }),
  alert: ({ application, headline, problem, link }, rows) => ({
    subject: `${application}: ${headline}`,
    blocks: [say(String(problem)), ...(rows.length > 0 ? [{ rows }] : []), to('Open the alert', link)],
  }),
  'alert-digest': ({ application, headline, more: further, link }, rows) => ({
    subject: `${application}: ${headline}`,
    blocks: [{ rows }, ...more(further), to('Open alerts', link)],
  }),
  'webhook-disabled': ({ application, endpoint, problem, link }) => ({
    subject: `${application}: a webhook was switched off`,
    blocks: [
      say(`The webhook ${endpoint} of ${application} was switched off: ${problem}`),
      say('Events are kept and can be sent again after it is switched on.'),
      to('Open webhooks', link),
    ],
  }),
  // What a report says is made with its file; only a report without one has these words.
  'scheduled-report': ({ report }) => ({ subject: String(report), blocks: [] }),
  'report-confirm': ({ team, author, report, cadence, link }) => ({
    subject: `${team} wants to send you a report`,
    blocks: [
      say(`${author} of ${team} wants to send you the report ${report} from Tapwise. ${cadence}.`),
      say('You get nothing unless you confirm. In every report is a link that stops it.'),
      to('Decide about this report', link),
      say('The link is valid for 7 days. If you do not want the report, you can ignore this mail.'),
    ],
  }),
  'report-failed': ({ report, application, problem, link }) => ({
    subject: `${application}: ${report} was not sent`,
    blocks: [
      say(`The scheduled report ${report} of ${application} was not sent: ${problem}`),
      to('Open the report', link),
    ],
  }),
  'export-ready': ({ expires, link }) => ({
    subject: 'Your export is ready',
    blocks: [
      say('The copy of your data that you asked for is ready.'),
      to('Download it in Settings', link),
      say(`It is there until ${expires}, for you alone: you have to be signed in.`),
    ],
  }),
  'deletion-scheduled': ({ erased_at, link }) => ({
    subject: 'Your account will be deleted',
    blocks: [
      say(`Your Tapwise account, your team and its applications will be deleted permanently on ${erased_at}.`),
      say(
        'Until then installs and purchases are still recorded. To keep everything, open this link and press the button:',
      ),
      to('Keep my account', link),
      say('If this was not you, keep the account and set a new password.'),
    ],
  }),
};

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

/** `December 21, 2026`. @param instant ISO 8601. */
export const mailDay = (instant: string): string => dayFormat.format(new Date(instant));
/** `December 21, 2026, 17:05 UTC`. @param instant ISO 8601. */
export const mailInstant = (instant: string): string =>
  `${mailDay(instant)}, ${timeFormat.format(new Date(instant))} UTC`;
