import { type ConnectionSubject, type ConnectionSummary, connectionRow, connectionSummary } from '@tapwise/adapters';
import type { AppleAdsConnection } from '@tapwise/contract/apple-ads';
import { connectionOf } from '@tapwise/domain';
import { type AppleAds, spokenBy } from './apple-ads.ts';

type Connections = Pick<AppleAds, 'version' | 'connections'>;

/** What is shown of a connection beside every organization. */
export const summaryResponse = (appleAds: Connections, subject: ConnectionSubject): ConnectionSummary =>
  connectionSummary(connectionOf(appleAds.connections.state, subject.organization.org_id), spokenBy(appleAds), subject);

/** A connection as its members see it. */
export const connectionResponse = (appleAds: Connections, subject: ConnectionSubject): AppleAdsConnection =>
  connectionRow(connectionOf(appleAds.connections.state, subject.organization.org_id), spokenBy(appleAds), subject);
