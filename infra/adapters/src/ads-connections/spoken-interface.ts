import type { AdsConnections, AdsInterface } from '@tapwise/domain';
import type { Environment } from '../config/environment.ts';

/** Which interface this installation speaks, and whether it is there. */
export const spokenInterface = (
  { APPLE_ADS_API }: Pick<Environment, 'APPLE_ADS_API'>,
  { olderInterface }: Pick<AdsConnections, 'olderInterface'>,
): AdsInterface => ({ version: APPLE_ADS_API, isEnded: olderInterface !== null });
