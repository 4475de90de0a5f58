import type { OpenFailure } from '../../operations/failure/failure.decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { AdsConnection } from './ads-connection.state.ts';
import type { AdsConnections } from './ads-connections.ts';
import { type AdsInterface, connectionTexts } from './connection-texts.ts';

/** @param version the one that this installation speaks. */
export const interfaceOf = (
  version: AdsInterface['version'],
  { olderInterface }: Pick<AdsConnections, 'olderInterface'>,
): AdsInterface => ({ version, isEnded: olderInterface !== null });

export type AdsServiceState = 'working' | 'away' | 'ended';

/** Whether the service works for all: an interface that has ended is not away. @param failures of the product itself, not of customers. */
export function adsServiceState(
  { version, isEnded }: AdsInterface,
  failures: readonly Pick<OpenFailure, 'source' | 'reason'>[],
): AdsServiceState {
  if (version === 'v5' && isEnded) return 'ended';
  const isAway = failures.some(({ source, reason }) => source === 'ads_access' && reason !== 'not_configured');
  return isAway ? 'away' : 'working';
}

/** `pending`: not looked for yet; `choose`: several accounts may be it; `credentials`: none that our key sees. */
export type AccountBinding = 'pending' | 'proven' | 'choose' | 'credentials';

export function bindingOf({ account, candidates }: Pick<AdsConnection, 'account' | 'candidates'>): AccountBinding {
  if (account !== null) return 'proven';
  if (candidates === null) return 'pending';
  return candidates.length > 0 ? 'choose' : 'credentials';
}

/** Whether nothing can be read or written at the ad service for the organization until something about its connection changes. */
export function isDisconnected(connection: AdsConnection, { version, isEnded }: AdsInterface): boolean {
  if (version === 'v5') return isEnded;
  return connection.account === null || connection.refusedAt !== null;
}

/** What people read about an organization that is disconnected; `null` while its account has not been looked for, and when it is connected. */
export function disconnectedMessage(connection: AdsConnection, spoken: AdsInterface): string | null {
  if (!isDisconnected(connection, spoken)) return null;
  if (spoken.version === 'v5') return connectionTexts.ended;
  const binding = bindingOf(connection);
  if (binding === 'pending') return null;
  return binding === 'choose' && connection.refusedAt === null ? connectionTexts.choose : connectionTexts.credentials;
}

/** What people read about the connection; `null` where there is nothing to do. */
export function connectionMessage(
  connection: AdsConnection,
  { spoken, isReadOnly }: { spoken: AdsInterface; isReadOnly: boolean },
): string | null {
  if (isDisconnected(connection, spoken)) return disconnectedMessage(connection, spoken);
  return spoken.version === 'v1' && isReadOnly ? connectionTexts.readOnly : null;
}

/** Refuses what needs the ad service while the organization is disconnected. @throws DomainError `apple_ads_not_connected`. */
export function requireConnected(connection: AdsConnection, spoken: AdsInterface): void {
  if (!isDisconnected(connection, spoken)) return;
  const message = disconnectedMessage(connection, spoken);
  throw new DomainError('apple_ads_not_connected', message === null ? {} : { message });
}
