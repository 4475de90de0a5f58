import type { SdkVersion, SdkVersionsResponse } from '@tapwise/contract/sdk-versions';
import { formatCount, formatPercent } from '../../../../shared/format/numbers.ts';
import { sdkMessages as words } from '../sdk-messages.ts';
import { type Integration, needsAttention } from './integration-state.ts';

/** A sentence for each thing that a version does worse than the others. */
export const versionTroubles = (versions: readonly SdkVersion[]): string[] => versions.flatMap(troublesOf);

function troublesOf(version: SdkVersion): string[] {
  const name = words.versionOf(version.version);
  const missing = version.token_share === null ? null : formatPercent(1 - version.token_share);
  return [
    ...(version.lacks_tokens && missing !== null ? [words.lacksTokens(name, missing)] : []),
    ...(version.refused_often ? [words.refusedOften(name, formatCount(version.refused_calls))] : []),
  ];
}

/** The row of the SDK with what its versions do worse; while they are not known, as it is. */
export function withVersionTroubles(integration: Integration, response: SdkVersionsResponse | undefined): Integration {
  const troubles = versionTroubles(response?.versions ?? []);
  if (troubles.length === 0) return integration;
  const status = integration.state === 'error' ? {} : { ...needsAttention, state: 'partial' as const };
  return { ...integration, ...status, text: troubles.join(' ') };
}

/** Of the installs of all versions, the fraction that comes from older ones than the newest. */
export const olderShare = (versions: readonly SdkVersion[]): number =>
  versions.reduce((share, { age, install_share }) => share + (age === 'older' ? install_share : 0), 0);
