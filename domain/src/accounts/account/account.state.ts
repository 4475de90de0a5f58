import { dayMs } from '../../shared/calendar/days.ts';
import type { Decider } from '../../shared/decider.ts';
import { type MailConsent, type MailSwitch, mailSwitches } from '../mail/mail-kinds.ts';
import type { AccountEvent } from './account.events.ts';

export type EventData<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>['data'];

/** A link that was mailed and can be used until it expires. */
export interface MailedLink {
  readonly request_id: string;
  readonly token_hash: string;
  readonly expires_at: string;
  readonly used: boolean;
}

export interface Preferences
  extends Omit<EventData<'AccountPreferencesChanged'>, 'account_id' | 'changed_at' | 'mail_switches'> {
  readonly mail_switches: Readonly<Record<MailSwitch, boolean>>;
}

/** The newest copy of what is kept about the person; `expires_at` is null while it is being made. */
export interface AccountExport {
  readonly request_id: string;
  readonly requested_at: string;
  readonly expires_at: string | null;
}

export interface OpenAccountState extends EventData<'AccountOpened'> {
  readonly status: 'open';
  readonly email_verified: boolean;
  readonly verification: MailedLink | null;
  readonly email_change: (MailedLink & { readonly email: string; readonly email_hash: string }) | null;
  /** Instants at which a verification was asked for, of the day before the last one. */
  readonly verifications_asked: readonly string[];
  readonly preferences: Preferences;
  /** Resets that set a password, the newest last; enough to know a link that is used twice at once. */
  readonly used_resets: readonly string[];
  readonly export: AccountExport | null;
  /** The account is to be erased when the link expires; one that was used keeps it. */
  readonly deletion: (MailedLink & { readonly closes_team: boolean }) | null;
  readonly erased: boolean;
}

export type AccountState = { status: 'absent' } | OpenAccountState;

const firstPreferences: Preferences = {
  receive_product_updates: false,
  share_usage: true,
  mail_switches: Object.fromEntries(mailSwitches.map((name) => [name, true])) as Preferences['mail_switches'],
};
const remembered = 5;

/** Fold of `account-<accountId>`. */
export const accountDecider: Decider<AccountState, AccountEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, event) {
    if (event.type === 'AccountOpened') {
      return {
        status: 'open',
        ...event.data,
        email_verified: event.data.demo,
        verification: null,
        email_change: null,
        verifications_asked: [],
        preferences: firstPreferences,
        used_resets: [],
        export: null,
        deletion: null,
        erased: false,
      };
    }
    return state.status === 'absent' ? state : { ...state, ...changeBy(state, event) };
  },
};

/** Whether the person wants, or allows, mails of this sort. */
export function wantsMails({ preferences }: Pick<OpenAccountState, 'preferences'>, mailConsent: MailConsent): boolean {
  return mailConsent === 'product_updates'
    ? preferences.receive_product_updates
    : preferences.mail_switches[mailConsent];
}

function changeBy(state: OpenAccountState, event: AccountEvent): Partial<OpenAccountState> {
  switch (event.type) {
    case 'EmailVerificationRequested': {
      const since = Date.parse(event.data.requested_at) - dayMs;
      const recent = state.verifications_asked.filter((at) => Date.parse(at) > since);
      // The mail that welcomes a person is not one they asked for.
      const requestTimes = event.data.at_sign_up ? recent : [...recent, event.data.requested_at];
      return { verification: linkOf(event.data), verifications_asked: requestTimes };
    }
    case 'EmailVerified':
      return { email_verified: true, verification: state.verification && { ...state.verification, used: true } };
    case 'EmailChangeRequested': {
      const { email, email_hash } = event.data;
      return { email_change: { ...linkOf(event.data), email, email_hash } };
    }
    case 'EmailChanged': {
      const { email, email_hash } = event.data;
      const email_change = state.email_change && { ...state.email_change, used: true };
      return { email, email_hash, email_verified: true, verification: null, email_change };
    }
    case 'PasswordChanged': {
      const { password_hash, reset_id } = event.data;
      const used = reset_id === null ? [] : [reset_id];
      return { password_hash, used_resets: [...state.used_resets, ...used].slice(-remembered) };
    }
    case 'PersonRenamed':
      return { name: event.data.name };
    case 'AccountPreferencesChanged': {
      const { receive_product_updates, share_usage, mail_switches } = event.data;
      // Switches that did not exist then are on.
      const switches = { ...firstPreferences.mail_switches, ...mail_switches };
      return { preferences: { receive_product_updates, share_usage, mail_switches: switches } };
    }
    default:
      return leavingBy(state, event);
  }
}

function leavingBy(state: OpenAccountState, event: AccountEvent): Partial<OpenAccountState> {
  switch (event.type) {
    case 'AccountExportRequested': {
      const { request_id, requested_at } = event.data;
      return { export: { request_id, requested_at, expires_at: null } };
    }
    case 'AccountExportReady':
      return { export: state.export && { ...state.export, expires_at: event.data.expires_at } };
    case 'AccountExportRemoved':
      return state.export?.request_id === event.data.request_id ? { export: null } : {};
    case 'AccountDeletionScheduled':
      return { deletion: { ...linkOf(event.data), closes_team: event.data.closes_team } };
    case 'AccountDeletionCancelled':
      return { deletion: state.deletion && { ...state.deletion, used: true } };
    case 'SubjectErased':
      return { erased: true, password_hash: null, export: null, deletion: null };
    default:
      return {};
  }
}

const linkOf = ({ request_id, token_hash, expires_at }: Omit<MailedLink, 'used'>): MailedLink => ({
  request_id,
  token_hash,
  expires_at,
  used: false,
});
