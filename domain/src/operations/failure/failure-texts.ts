import { mailInstant } from '../../accounts/mail/mail-texts.ts';
import type { FailureReason, FailureSource } from './failure-kinds.ts';

/** Who fails, as people call it. */
const services: Readonly<Record<FailureSource, string>> = {
  ads_access: 'Apple Ads',
  ads_structure: 'Apple Ads',
  ads_reports: 'Apple Ads',
  ads_months: 'Apple Ads',
  ads_search_terms: 'Apple Ads',
  ads_impression_share: 'Apple Ads',
  store_reports: 'App Store Connect',
  store_files: 'App Store Connect',
  store_days: 'App Store Connect',
  store_rows: 'App Store Connect',
  notifications: 'App Store Connect',
  app_lookup: "The App Store's look-up of apps",
  attribution: "Apple's attribution service",
  exchange_rates: 'The source of exchange rates',
  held_rates: 'The source of exchange rates',
  mail: 'The mail server',
};

/** What happens and what to do about it; `since` is an instant as people read it. */
type Sentence = (service: string, since: string) => string;

const sentences: Readonly<Record<FailureReason, Sentence>> = {
  moved: (service, since) =>
    `${service} has answered since ${since} that it has moved to another address. Figures stay as they were; ask support for a version that knows the new address.`,
  gone: (service, since) =>
    `${service} has answered since ${since} that what we ask for does not exist any more. Figures stay as they were; ask support for a version that asks in the new way.`,
  refused: (service, since) =>
    `${service} has refused our access since ${since}. Check there that the access you gave us still exists and has its role.`,
  credentials_refused: (service, since) =>
    `${service} has refused the credentials of our API user since ${since}. You need not do anything: we are renewing them, and figures stay as they were.`,
  agreement_missing: (service, since) =>
    `${service} has refused access since ${since}. Apple asks the account holder to sign an agreement in App Store Connect.`,
  rejected: (service, since) =>
    `${service} has not accepted our questions since ${since}. Figures stay as they were; write to support if this lasts for a day.`,
  away: (service, since) =>
    `${service} has not answered since ${since}. We ask again by ourselves, and figures stay as they were until then.`,
  limited: (service, since) =>
    `${service} has limited how often we may ask since ${since}. We ask again by ourselves, and figures stay as they were until then.`,
  unreadable: (service, since) =>
    `${service} has sent answers that cannot be read since ${since}. Figures stay as they were; write to support if this lasts for a day.`,
  incomplete: (service, since) =>
    `${service} has sent answers that are not complete since ${since}. Figures stay as they were; we ask again by ourselves.`,
  column_missing: (service, since) =>
    `${service} has sent reports without a column that we need since ${since}. These days are missing; ask support for a version that reads them.`,
  pending: (service, since) =>
    `${service} has not had a report that was due since ${since}. We ask for it again each day; check there whether the report exists.`,
  set_aside: (service, since) =>
    `${service} has sent rows with money that cannot be read since ${since}. They are in no figure; write to support and name the day.`,
  held_back: (service, since) =>
    `${service} has given a rate that is too far from the day before since ${since}. It is held back until an operator decides about it.`,
  certificate_refused: (service, since) =>
    `${service} has sent notifications since ${since} whose certificate we do not know. Purchases are missing; ask support for a version that knows the certificate.`,
  not_configured: (service, since) =>
    `${service} has been switched off here since ${since}, because our API user is not configured. Figures stay as they were; ask support to configure it.`,
};

/** What people read of a failure: since when, and what to do. */
export function failureSentence(
  failure: { readonly source: FailureSource; readonly reason: FailureReason },
  since: string,
): string {
  return sentences[failure.reason](services[failure.source], mailInstant(since));
}

/** What an operator reads of a failure; it names no one's data. */
export function failureSummary(failure: {
  readonly source: FailureSource;
  readonly reason: FailureReason;
  readonly detail: string;
  readonly began_at: string;
}): string {
  const detail = failure.detail === '' ? '' : ` (${failure.detail})`;
  return `${services[failure.source]}: ${operatorReasons[failure.reason]} since ${mailInstant(failure.began_at)}${detail}`;
}

const operatorReasons: Readonly<Record<FailureReason, string>> = {
  moved: 'answers that it has moved; set its new address',
  gone: 'answers that what is asked for is gone; check its address',
  refused: 'refuses our access; check the key and the role',
  credentials_refused: 'refuses our credentials; check the client id, the key id and the key file',
  agreement_missing: 'wants an agreement to be signed',
  rejected: 'does not accept our questions',
  away: 'does not answer',
  limited: 'limits how often we may ask',
  unreadable: 'sends what cannot be read',
  incomplete: 'sends incomplete answers',
  column_missing: 'sends files without a column that is needed',
  pending: 'has not had what was due',
  set_aside: 'sends rows with money that cannot be read',
  held_back: 'gave a rate that is held back; decide about it',
  certificate_refused: 'sends notifications whose certificate is not known',
  not_configured:
    'is switched off, because its API user is not configured; set the four APPLE_ADS variables that doctor names',
};
