import type { Guardrails } from '../../campaigns/guardrail/guardrails.ts';
import type { Decider } from '../../shared/decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { type AdsInterface, connectionTexts } from '../ads-connection/connection-texts.ts';
import type { ApplicationEvent, OwnershipProof } from './application.events.ts';
import { afterStoreCheck, type IntegrationHealth, missedAfter, unknownHealth } from './integration.state.ts';
import { foldName } from './linking.ts';
import { afterImport, earliestEventDay, noUsers, type UserHistory } from './user-history.ts';

export interface LinkedOrganization {
  org_id: number;
  name: string;
  /** The submitted account name it was found by. */
  account_name: string;
  currency: string;
  /** IANA name; days of reports are calendar days in it. */
  time_zone: string;
  payment_model: string | null;
}

/** An ad organization that waits for a proof or for an operator. */
export interface DiscoveredOrganization {
  org_id: number;
  name: string;
}

export interface StoreConnection {
  vendor_number: string;
  key_id: string;
  issuer_id: string;
  private_key: string;
}

export type WaitingIntegration = 'waiting_for_events' | 'integrated';

/** An application and the state of its integrations. */
export interface OpenApplication extends IntegrationHealth, UserHistory {
  status: 'open';
  application_id: number;
  account_id: number;
  team_id: number;
  name: string;
  url: string;
  adam_id: number;
  /** The first key, good or not; what the application's code is made from. */
  api_key: string;
  /** Keys that are good, the newest last. */
  api_keys: readonly string[];
  /** Keys that were deleted. */
  dead_keys: readonly string[];
  currency: string;
  small_business: boolean;
  created_at: string;
  /** Names of ad accounts given so far, oldest first. */
  submitted_names: readonly string[];
  /** When a name was given last, the same one again too; `null` before the first. */
  name_submitted_at: string | null;
  organizations: readonly LinkedOrganization[];
  /** Roles that the ad service gives us, by organization; absent while it did not say any. */
  organization_roles: Readonly<Record<number, readonly string[]>>;
  /** How the team proved that it runs the app; `null` while it has not. */
  ownership_proof: OwnershipProof | null;
  /** Ad organizations of a submitted name that were visible when they could not be linked. */
  found_organizations: readonly DiscoveredOrganization[];
  /** Decided by an operator; the last decision about an organization counts. */
  allowed_org_ids: readonly number[];
  refused_org_ids: readonly number[];
  /** Ciphertext of the shared secret of old-style notifications. */
  store_password: string | null;
  /** Opens the store's sales reports; the key is ciphertext. */
  store_connection: StoreConnection | null;
  store_notifications: WaitingIntegration | 'error' | null;
  /** The last hundred, to know a repeated delivery. */
  unknown_notification_ids: readonly string[];
  /** Notifications since the last one in the documented form that had another; `null` where none did. */
  unread_notifications: { readonly count: number; readonly since: string; readonly excerpt: string } | null;
  sdk: WaitingIntegration | null;
  /** Ciphertext of who was last invoiced for a campaign on account. */
  invoice_details: string | null;
  /** Limits for changes of settings, where an admin set them. */
  guardrails: Guardrails | null;
}

export type ApplicationState = { status: 'absent' } | OpenApplication;

/** Fold of `application-<applicationId>`. */
export const applicationDecider: Decider<ApplicationState, ApplicationEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, event) {
    if (event.type === 'ApplicationCreated')
      return { ...event.data, api_keys: [event.data.api_key], dead_keys: [], ...nothingIntegrated };
    return state.status === 'absent' ? state : { ...state, ...changeBy(state, event) };
  },
};

/** The four integrations in the words answers use. */
export interface IntegrationStates {
  asa_integration: 'not_integrated' | 'invitation_sent' | 'integrated';
  asc_integration: 'not_integrated' | 'partially_integrated' | 'integrated';
  asc_notifications_integration: 'not_integrated' | WaitingIntegration | 'error';
  sdk_integration: 'not_integrated' | WaitingIntegration;
}

export function integrationStates(application: OpenApplication): IntegrationStates {
  const invited = application.submitted_names.length > 0 ? 'invitation_sent' : 'not_integrated';
  return {
    asa_integration: application.organizations.length > 0 ? 'integrated' : invited,
    asc_integration: storeIntegration(application),
    asc_notifications_integration: application.store_notifications ?? 'not_integrated',
    sdk_integration: application.sdk ?? 'not_integrated',
  };
}

// The old-style secret is the last step of the set-up.
function storeIntegration({ store_connection, store_password }: OpenApplication): IntegrationStates['asc_integration'] {
  if (store_connection === null) return 'not_integrated';
  return store_password === null ? 'partially_integrated' : 'integrated';
}

/** Found ad organizations that are neither linked nor refused. */
export function waitingOrganizations(application: OpenApplication): DiscoveredOrganization[] {
  const settled = new Set([...application.organizations.map(({ org_id }) => org_id), ...application.refused_org_ids]);
  return application.found_organizations.filter(({ org_id }) => !settled.has(org_id));
}

/**
 * What a campaign's name must contain to prove that the team of the application runs its ad organization. Made from the key that
 * apps ship with: knowing the code of another application is of no use, because it would have to be in a campaign of the account itself.
 */
export const linkCodeOf = ({ api_key }: Pick<OpenApplication, 'api_key'>): string =>
  `tapwise-${api_key.slice(0, 8).toLowerCase()}`;

/** Whether the ad service lets us read only in a linked organization. */
export function isReadOnly(
  { organization_roles }: Pick<OpenApplication, 'organization_roles'>,
  orgId: number,
): boolean {
  const roles = organization_roles[orgId] ?? [];
  return roles.length > 0 && roles.every((role) => /read only/i.test(role));
}

const readOnlyMessages = { v1: connectionTexts.readOnly, v5: 'The search-ads account gave read-only access' } as const;

/**
 * Refuses what would be written at an organization in which the ad service lets us read only. Roles it has not said, or that are not
 * known, may write: the service itself refuses then.
 * @param version of the interface that is spoken.
 * @throws DomainError `read_only`.
 */
export function requireWritable(
  { organization_roles }: Pick<OpenApplication, 'organization_roles'>,
  orgId: number,
  version: AdsInterface['version'],
): void {
  if (!isReadOnly({ organization_roles }, orgId)) return;
  throw new DomainError('read_only', { message: readOnlyMessages[version] });
}

/** Names given for which no ad organization is linked yet; while there are any, the ad service is asked again. */
export function awaitedNames(application: OpenApplication): string[] {
  const linked = new Set(application.organizations.map((organization) => foldName(organization.account_name)));
  return application.submitted_names.filter((name) => !linked.has(foldName(name)));
}

const nothingIntegrated = {
  status: 'open',
  submitted_names: [],
  name_submitted_at: null,
  organizations: [],
  organization_roles: {},
  ownership_proof: null,
  found_organizations: [],
  allowed_org_ids: [],
  refused_org_ids: [],
  store_password: null,
  store_connection: null,
  store_notifications: null,
  unknown_notification_ids: [],
  unread_notifications: null,
  sdk: null,
  ...noUsers,
  invoice_details: null,
  guardrails: null,
  ...unknownHealth,
} as const;

const waitingAgain = { store_notifications: 'waiting_for_events', unread_notifications: null } as const;

const named = ({ submitted_names }: OpenApplication, data: { asa_account_name: string; submitted_at: string }) => ({
  submitted_names: withLast(submitted_names, data.asa_account_name),
  name_submitted_at: data.submitted_at,
});

function changeBy(state: OpenApplication, event: ApplicationEvent): Partial<OpenApplication> {
  switch (event.type) {
    case 'ApiKeyAdded':
      return { api_keys: withLast(state.api_keys, event.data.api_key) };
    case 'ApiKeyDeleted':
      return {
        api_keys: state.api_keys.filter((key) => key !== event.data.api_key),
        dead_keys: withLast(state.dead_keys, event.data.api_key),
      };
    case 'AdsAccountNameSubmitted':
      return named(state, event.data);
    case 'AdOrganizationLinked':
      return { organizations: withOrganization(state.organizations, event.data) };
    case 'AdOrganizationRolesSeen':
      return { organization_roles: { ...state.organization_roles, [event.data.org_id]: event.data.role_names } };
    case 'ApplicationOwnershipProven':
      return { ownership_proof: state.ownership_proof ?? event.data.proof };
    case 'AdOrganizationFound': {
      const { org_id, name } = event.data;
      const others = state.found_organizations.filter((found_organization) => found_organization.org_id !== org_id);
      return { found_organizations: [...others, { org_id, name }] };
    }
    case 'AdOrganizationLinkAllowed':
      return { ownership_proof: state.ownership_proof ?? 'operator', ...decided(state, event.data.org_id, true) };
    case 'AdOrganizationLinkRefused':
      return decided(state, event.data.org_id, false);
    case 'StorePasswordSet':
      return {
        store_password: event.data.password,
        ...(state.store_notifications === 'integrated' ? {} : waitingAgain),
      };
    case 'StoreConnectionSet': {
      const { vendor_number, key_id, issuer_id, private_key } = event.data;
      return {
        store_connection: { vendor_number, key_id, issuer_id, private_key },
        store_problem: null,
        store_unchecked_since: null,
        store_refused_at: null,
      };
    }
    case 'StoreAccessChecked':
      return afterStoreCheck(state, event.data);
    case 'StoreNotificationsConfirmed':
      return { store_notifications: state.store_notifications ?? 'waiting_for_events' };
    case 'AdOrganizationMissed':
    case 'AdOrganizationAccessLost':
    case 'AdOrganizationSeenAgain':
      return missedAfter(state, event);
    case 'StoreNotificationsProven':
      return { store_notifications: 'integrated', unread_notifications: null };
    case 'UnknownStoreNotificationReceived':
      return afterUnknown(state, event.data);
    case 'SdkIntegrationConfirmed':
      return { sdk: state.sdk ?? 'waiting_for_events' };
    case 'SdkIntegrationProven':
      return { sdk: 'integrated', ...earliestEventDay(state, event.data) };
    case 'UsersImported':
      return afterImport(state, event.data);
    case 'SmallBusinessChanged':
      return { small_business: event.data.small_business };
    case 'InvoiceDetailsUsed':
      return { invoice_details: event.data.invoice_details };
    case 'GuardrailsChanged':
      return { guardrails: event.data.guardrails };
    default:
      return {};
  }
}

function decided(
  { allowed_org_ids, refused_org_ids }: OpenApplication,
  orgId: number,
  allowed: boolean,
): Pick<OpenApplication, 'allowed_org_ids' | 'refused_org_ids'> {
  const without = (ids: readonly number[]) => ids.filter((id) => id !== orgId);
  return {
    allowed_org_ids: allowed ? [...without(allowed_org_ids), orgId] : without(allowed_org_ids),
    refused_org_ids: allowed ? without(refused_org_ids) : [...without(refused_org_ids), orgId],
  };
}

function withLast(entries: readonly string[], last: string): string[] {
  return [...entries.filter((entry) => entry !== last), last];
}

function withOrganization(
  linked: readonly LinkedOrganization[],
  { org_id, name, account_name, currency, time_zone, payment_model }: LinkedOrganization,
): LinkedOrganization[] {
  const others = linked.filter((organization) => organization.org_id !== org_id);
  return [...others, { org_id, name, account_name, currency, time_zone, payment_model }];
}

function afterUnknown(
  { unknown_notification_ids: notificationIds, unread_notifications: unread }: OpenApplication,
  { notification_id, excerpt, at }: { notification_id: string; excerpt: string; at: string },
): Partial<OpenApplication> {
  return {
    store_notifications: 'error',
    unknown_notification_ids: withLast(notificationIds, notification_id).slice(-100),
    unread_notifications: { count: (unread?.count ?? 0) + 1, since: unread?.since ?? at, excerpt },
  };
}
