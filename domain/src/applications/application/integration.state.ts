import { hourMs } from '../../shared/calendar/days.ts';
import type { ApplicationEvent } from './application.events.ts';
import type { StoreCheckOutcome } from './integration.events.ts';

/** Why the store connection needs someone; `access_lost`: keys that worked are refused. */
export type StoreProblem = Exclude<StoreCheckOutcome, 'accepted'> | 'access_lost';

/** What is known of how the integrations work. */
export interface IntegrationHealth {
  /** When the store last accepted the key. */
  readonly store_checked_at: string | null;
  readonly store_problem: StoreProblem | null;
  /** When a key was given that the store could not be asked about. */
  readonly store_unchecked_since: string | null;
  /** First refusal of a key that was accepted before. */
  readonly store_refused_at: string | null;
  /** When the store last accepted a key again that it had refused for an hour. */
  readonly store_regained_at: string | null;
  /** Linked ad organizations that we are not shown, and whether for long. */
  readonly missed_organizations: readonly { readonly org_id: number; readonly since: string; readonly lost: boolean }[];
  /** When an organization that was lost was last shown to us again. */
  readonly organization_regained_at: string | null;
}

export const unknownHealth: IntegrationHealth = {
  store_checked_at: null,
  store_problem: null,
  store_unchecked_since: null,
  store_refused_at: null,
  store_regained_at: null,
  missed_organizations: [],
  organization_regained_at: null,
};

/** A single refusal may be a fault of the store's. */
const believedAfterMs = hourMs;

/** What is said of a key that worked and is refused for longer. */
export const lossOf = (outcome: StoreCheckOutcome): StoreProblem =>
  outcome === 'agreement_missing' ? outcome : 'access_lost';

type Checked = Extract<ApplicationEvent, { type: 'StoreAccessChecked' }>['data'];

/** What a check changes. Keys that never worked are given up when they are refused. */
export function afterStoreCheck(
  state: IntegrationHealth,
  { outcome, checked_at }: Checked,
): Partial<IntegrationHealth> & { readonly store_connection?: null } {
  const checkedFields = { store_unchecked_since: null };
  if (outcome === 'accepted') {
    const wasLost = state.store_refused_at !== null && state.store_problem !== null;
    const regained = wasLost ? { store_regained_at: checked_at } : {};
    return { ...checkedFields, ...regained, store_checked_at: checked_at, store_problem: null, store_refused_at: null };
  }
  if (outcome === 'not_checked')
    return { store_problem: 'not_checked', store_unchecked_since: checked_at, store_refused_at: null };
  if (state.store_problem === 'not_checked')
    return { ...checkedFields, store_connection: null, store_problem: outcome };
  const refused_at = state.store_refused_at ?? checked_at;
  const believed = Date.parse(checked_at) - Date.parse(refused_at) >= believedAfterMs;
  return { store_refused_at: refused_at, store_problem: believed ? lossOf(outcome) : state.store_problem };
}

type Organizations = Extract<
  ApplicationEvent,
  { type: 'AdOrganizationMissed' | 'AdOrganizationAccessLost' | 'AdOrganizationSeenAgain' }
>;

export function missedAfter(
  { missed_organizations: missed }: Pick<IntegrationHealth, 'missed_organizations'>,
  event: Organizations,
): Partial<IntegrationHealth> {
  const { org_id } = event.data;
  const others = missed.filter((organization) => organization.org_id !== org_id);
  if (event.type === 'AdOrganizationMissed')
    return { missed_organizations: [...others, { org_id, since: event.data.missed_at, lost: false }] };
  if (event.type === 'AdOrganizationAccessLost')
    return {
      missed_organizations: missed.map((organization) =>
        organization.org_id === org_id ? { ...organization, lost: true } : organization,
      ),
    };
  const wasLost = missed.some((organization) => organization.org_id === org_id && organization.lost);
  return {
    missed_organizations: others,
    ...(wasLost ? { organization_regained_at: event.data.seen_at } : {}),
  };
}
