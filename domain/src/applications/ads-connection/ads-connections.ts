import { adAccountDecider } from './ad-account.decider.ts';
import { type AdsConnectionEvent, adsConnectionEvents } from './ads-connection.events.ts';
import { type AdsConnection, adsConnectionDecider, unconnected } from './ads-connection.state.ts';
import { type OlderInterfaceState, olderInterfaceDecider } from './older-interface.decider.ts';

/** How all organizations are connected to the ad service, in memory; filled by following the log. Only `evolveAdsConnections` changes it. */
export interface AdsConnections {
  /** Commit position up to which events are in; -1 before the first. */
  position: bigint;
  readonly byOrganization: Map<number, AdsConnection>;
  /** Organization by the ad account that is bound to it. */
  readonly organizationsByAccount: Map<number, number>;
  olderInterface: OlderInterfaceState;
}

export const createAdsConnections = (): AdsConnections => ({
  position: -1n,
  byOrganization: new Map(),
  organizationsByAccount: new Map(),
  olderInterface: olderInterfaceDecider.initialState(),
});

/** Applies an event; of others only the position counts. Those that come again change nothing. */
export function evolveAdsConnections(
  connections: AdsConnections,
  event: { type: string; data: unknown },
  { position }: { position: bigint },
): void {
  if (position <= connections.position) return;
  connections.position = position;
  if (isConnectionEvent(event)) apply(connections, event);
}

function apply(connections: AdsConnections, event: AdsConnectionEvent): void {
  switch (event.type) {
    case 'AdAccountClaimed':
    case 'AdAccountReleased':
      applyClaim(connections.organizationsByAccount, event);
      return;
    case 'AdsInterfaceEnded':
    case 'AdsInterfaceBack':
      connections.olderInterface = olderInterfaceDecider.evolve(connections.olderInterface, event);
      return;
    default: {
      const { org_id } = event.data;
      const connection = connectionOf(connections, org_id);
      connections.byOrganization.set(org_id, adsConnectionDecider.evolve(connection, event));
    }
  }
}

function applyClaim(
  organizations: Map<number, number>,
  event: Extract<AdsConnectionEvent, { type: 'AdAccountClaimed' | 'AdAccountReleased' }>,
): void {
  const { ad_account_id } = event.data;
  const orgId = organizations.get(ad_account_id);
  const state = adAccountDecider.evolve(orgId === undefined ? null : { orgId }, event);
  if (state === null) organizations.delete(ad_account_id);
  else organizations.set(ad_account_id, state.orgId);
}

const types: ReadonlySet<string> = new Set(adsConnectionEvents.map(({ type }) => type));

function isConnectionEvent(event: { type: string; data: unknown }): event is AdsConnectionEvent {
  return types.has(event.type);
}

export const connectionOf = (
  { byOrganization }: Pick<AdsConnections, 'byOrganization'>,
  orgId: number,
): AdsConnection => byOrganization.get(orgId) ?? unconnected;
