import type { Guardrails } from '../../campaigns/guardrail/guardrails.ts';
import { isReportingCurrency } from '../../figures/exchange-rate/currencies.ts';
import { DomainError } from '../../shared/domain-error.ts';
import { sameValue } from '../../shared/same-value.ts';
import type { ApplicationEvent, OwnershipProof } from './application.events.ts';
import type { ApplicationState, LinkedOrganization, StoreConnection } from './application.state.ts';
import { adamIdFromUrl } from './store-url.ts';
import { areUsersComplete } from './user-history.ts';

/** What a team says to add an app, and the ids it gets. */
export interface CreateApplication {
  application_id: number;
  account_id: number;
  team_id: number;
  name?: string | null;
  url?: string | null;
  /** ISO 4217; USD when absent. */
  currency?: string | null;
  small_business?: boolean | null;
  api_key: string;
  created_at: string;
}

/**
 * Adds an app of the store.
 * @throws DomainError `app_name_required`, `app_url_required`, `app_url_invalid`, `name_invalid`, `currency_unknown`,
 * `conflict` when the number is taken.
 */
export function createApplication(state: ApplicationState, command: CreateApplication): ApplicationEvent[] {
  if (state.status !== 'absent') throw new DomainError('conflict');
  const name = (command.name ?? '').normalize('NFC').trim();
  if (name === '') throw new DomainError('app_name_required');
  const url = (command.url ?? '').trim();
  if (url === '') throw new DomainError('app_url_required');
  if ([...name].length > 100 || /\p{Cc}/u.test(name)) throw new DomainError('name_invalid');
  const currency = command.currency ?? 'USD';
  if (!isReportingCurrency(currency)) throw new DomainError('currency_unknown');
  const { application_id, account_id, team_id, api_key, created_at } = command;
  const small_business = command.small_business ?? false;
  const ids = { application_id, account_id, team_id, adam_id: adamIdFromUrl(url), api_key };
  return [{ type: 'ApplicationCreated', data: { ...ids, name, url, currency, small_business, created_at } }];
}

/**
 * Adds an app of the store for one of several calls that want to. A key is used by no other call: the same one means that the call's own
 * append arrived although its answer was lost.
 * @throws DomainError as `createApplication`; `app_added` when another call of the team was faster.
 */
export function createApplicationOnce(state: ApplicationState, command: CreateApplication): ApplicationEvent[] {
  if (state.status === 'absent') return createApplication(state, command);
  if (state.api_key === command.api_key) return [];
  throw new DomainError(state.team_id === command.team_id ? 'app_added' : 'conflict');
}

const mostKeys = 5;

/** Gives the application a further key. @throws DomainError `not_found`, `too_many_keys`. */
export function addApiKey(
  state: ApplicationState,
  { api_key, added_at }: { api_key: string; added_at: string },
): ApplicationEvent[] {
  const { application_id, api_keys } = openApplication(state);
  if (api_keys.includes(api_key)) return [];
  if (api_keys.length >= mostKeys) throw new DomainError('too_many_keys');
  return [{ type: 'ApiKeyAdded', data: { application_id, api_key, added_at } }];
}

/** Ends a key; doing it again changes nothing. @throws DomainError `not_found` for a key it never had, `key_in_use` for the newest. */
export function deleteApiKey(
  state: ApplicationState,
  { api_key, deleted_at }: { api_key: string; deleted_at: string },
): ApplicationEvent[] {
  const { application_id, api_keys, dead_keys } = openApplication(state);
  if (dead_keys.includes(api_key)) return [];
  if (!api_keys.includes(api_key)) throw new DomainError('not_found');
  if (api_keys.at(-1) === api_key) throw new DomainError('key_in_use');
  return [{ type: 'ApiKeyDeleted', data: { application_id, api_key, deleted_at } }];
}

/**
 * Takes the name of the ad account to link. The last name given again changes nothing.
 * @throws DomainError `ads_account_name_required`, `not_found`.
 */
/** A person who gives the same name a minute later wants the account to be asked again: that is recorded too. */
const sameNameAgainMs = 60_000;

/** @param command.again Whether the same name may be given again; a repeat of the same call is still nothing new. */
export function submitAdsAccountName(
  state: ApplicationState,
  command: { asa_account_name?: string | null; submitted_at: string; again?: boolean },
): ApplicationEvent[] {
  const { application_id, submitted_names, name_submitted_at } = openApplication(state);
  const asa_account_name = (command.asa_account_name ?? '').normalize('NFC').trim();
  if (asa_account_name === '') throw new DomainError('ads_account_name_required');
  if (asa_account_name.length > 200) throw new DomainError('name_invalid');
  if (submitted_names.at(-1) === asa_account_name) {
    const sinceMs = Date.parse(command.submitted_at) - Date.parse(name_submitted_at ?? command.submitted_at);
    if (command.again !== true || sinceMs < sameNameAgainMs) return [];
  }
  const data = { application_id, asa_account_name, submitted_at: command.submitted_at };
  return [{ type: 'AdsAccountNameSubmitted', data }];
}

/** Links an ad organization. Linking it again records only what changed about it. */
export function linkAdOrganization(
  state: ApplicationState,
  command: LinkedOrganization & { linked_at: string },
): ApplicationEvent[] {
  const { application_id, organizations } = openApplication(state);
  const existing = organizations.find((organization) => organization.org_id === command.org_id);
  const { org_id, name, account_name, currency, time_zone, payment_model, linked_at } = command;
  const described = { org_id, name, account_name, currency, time_zone, payment_model };
  if (existing !== undefined && JSON.stringify(existing) === JSON.stringify(described)) return [];
  return [{ type: 'AdOrganizationLinked', data: { application_id, ...described, linked_at } }];
}

/** Takes what the ad service says of our roles in a linked organization; the same again changes nothing. */
export function seeOrganizationRoles(
  state: ApplicationState,
  { org_id, role_names, seen_at }: { org_id: number; role_names: readonly string[]; seen_at: string },
): ApplicationEvent[] {
  const { application_id, organizations, organization_roles } = openApplication(state);
  const linked = organizations.some((organization) => organization.org_id === org_id);
  if (!linked || sameValue(organization_roles[org_id] ?? [], role_names)) return [];
  return [{ type: 'AdOrganizationRolesSeen', data: { application_id, org_id, role_names: [...role_names], seen_at } }];
}

/** The team proved that it runs the app; the first proof is recorded, further ones change nothing. */
export function proveOwnership(
  state: ApplicationState,
  command: { proof: OwnershipProof; at: string },
): ApplicationEvent[] {
  const { application_id, ownership_proof } = openApplication(state);
  if (ownership_proof !== null) return [];
  return [{ type: 'ApplicationOwnershipProven', data: { application_id, ...command } }];
}

/** An ad organization of the submitted name is visible and cannot be linked yet; recorded once. */
export function reportDiscoveredOrganization(
  state: ApplicationState,
  command: { org_id: number; name: string; found_at: string },
): ApplicationEvent[] {
  const { application_id, found_organizations } = openApplication(state);
  if (found_organizations.some(({ org_id }) => org_id === command.org_id)) return [];
  return [{ type: 'AdOrganizationFound', data: { application_id, ...command } }];
}

/**
 * An operator's decision about a found ad organization; the same again changes nothing.
 * @throws DomainError `not_found` for an organization that does not wait for this application.
 */
export function decideOrganizationLink(
  state: ApplicationState,
  command: { org_id: number; allowed: boolean; decided_at: string },
): ApplicationEvent[] {
  const application = openApplication(state);
  const { application_id, found_organizations, allowed_org_ids, refused_org_ids } = application;
  const { org_id, allowed, decided_at } = command;
  if (!found_organizations.some((found_organization) => found_organization.org_id === org_id))
    throw new DomainError('not_found');
  if ((allowed ? allowed_org_ids : refused_org_ids).includes(org_id)) return [];
  const type = allowed ? 'AdOrganizationLinkAllowed' : 'AdOrganizationLinkRefused';
  return [{ type, data: { application_id, org_id, decided_at } }];
}

/** Takes the shared secret of old-style notifications, encrypted; the setup counts as closed from then on. */
export function setStorePassword(
  state: ApplicationState,
  command: { password: string; set_at: string },
): ApplicationEvent[] {
  const { application_id, store_password } = openApplication(state);
  if (command.password === '') throw new DomainError('store_password_required');
  if (store_password === command.password) return [];
  return [{ type: 'StorePasswordSet', data: { application_id, ...command } }];
}

/** Takes the key and vendor number of the store's sales reports; the same ones again change nothing. */
export function setStoreConnection(
  state: ApplicationState,
  command: StoreConnection & { set_at: string },
): ApplicationEvent[] {
  const { application_id, store_connection: existing } = openApplication(state);
  const { vendor_number, key_id, issuer_id, private_key, set_at } = command;
  const connection = { vendor_number, key_id, issuer_id, private_key };
  if (existing !== null && JSON.stringify(existing) === JSON.stringify(connection)) return [];
  return [{ type: 'StoreConnectionSet', data: { application_id, ...connection, set_at } }];
}

/** A verifiable notification of a known form arrived; recorded once, and again after an error. */
export function proveStoreNotifications(state: ApplicationState, command: { at: string }): ApplicationEvent[] {
  const { application_id, store_notifications } = openApplication(state);
  if (store_notifications === 'integrated') return [];
  return [{ type: 'StoreNotificationsProven', data: { application_id, at: command.at } }];
}

/** A verifiable notification of unknown form arrived; a repeated delivery of it changes nothing. */
export function reportUnknownNotification(
  state: ApplicationState,
  command: { notification_id: string; excerpt: string; at: string },
): ApplicationEvent[] {
  const { application_id, unknown_notification_ids } = openApplication(state);
  if (unknown_notification_ids.includes(command.notification_id)) return [];
  return [{ type: 'UnknownStoreNotificationReceived', data: { application_id, ...command } }];
}

/** The team says the SDK is built in. Saying it again, or after the first call, changes nothing. */
export function confirmSdk(state: ApplicationState, command: { confirmed_at: string }): ApplicationEvent[] {
  const { application_id, sdk } = openApplication(state);
  if (sdk !== null) return [];
  return [{ type: 'SdkIntegrationConfirmed', data: { application_id, ...command } }];
}

/**
 * An SDK call arrived. Recorded the first time, when the first real call follows a test, and when an earlier first
 * launch becomes known, because reports start at the earliest day.
 */
export function proveSdk(
  state: ApplicationState,
  command: { first_event_day: string; test: boolean; at: string },
): ApplicationEvent[] {
  const { application_id, sdk, first_sdk_event_date } = openApplication(state);
  const earlier = first_sdk_event_date === null || command.first_event_day < first_sdk_event_date;
  if (sdk === 'integrated' && (command.test || !earlier)) return [];
  return [{ type: 'SdkIntegrationProven', data: { application_id, ...command } }];
}

/** Users of the past were imported. Recorded when they reach further back, and when no older ones follow. */
export function reportImport(
  state: ApplicationState,
  command: { first_launch_day: string; complete: boolean; at: string },
): ApplicationEvent[] {
  const application = openApplication(state);
  const { application_id, first_sdk_event_date } = application;
  const earlier = first_sdk_event_date === null || command.first_launch_day < first_sdk_event_date;
  const completes = command.complete && !areUsersComplete(application);
  if (!earlier && !completes) return [];
  return [{ type: 'UsersImported', data: { application_id, ...command } }];
}

/** Joins or leaves the programme with the lower fee. */
export function changeSmallBusiness(
  state: ApplicationState,
  command: { small_business: boolean; changed_at: string },
): ApplicationEvent[] {
  const { application_id, small_business } = openApplication(state);
  if (small_business === command.small_business) return [];
  return [{ type: 'SmallBusinessChanged', data: { application_id, ...command } }];
}

function openApplication(state: ApplicationState): Extract<ApplicationState, { status: 'open' }> {
  if (state.status === 'absent') throw new DomainError('not_found');
  return state;
}

/** Sets the limits for changes; nothing is to be done when they are so already. */
export function changeGuardrails(
  state: ApplicationState,
  command: { guardrails: Guardrails; changed_by: number; changed_at: string },
): ApplicationEvent[] {
  const { application_id, guardrails } = openApplication(state);
  if (sameValue(guardrails, command.guardrails)) return [];
  return [{ type: 'GuardrailsChanged', data: { application_id, ...command } }];
}
