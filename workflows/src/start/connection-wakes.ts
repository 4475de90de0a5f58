import { adsConnectionStreamPrefixes } from '@tapwise/domain';
import type { LogEvent } from './request-kind.ts';

/** What may end that an organization stands. */
const endings: ReadonlySet<string> = new Set([
  'AdAccountBound',
  'AdsCredentialsSet',
  'AdsCredentialsAccepted',
  'AdsInterfaceBack',
]);

/** Streams with what ends that an organization stands. */
export const connectionPrefixes: readonly string[] = adsConnectionStreamPrefixes;

/** Whether what waits for the ad service is to look again. */
export const mayBeConnected = ({ type }: Pick<LogEvent, 'type'>): boolean => endings.has(type);
