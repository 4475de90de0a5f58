import { adsConnectionStreamPrefixes } from '@tapwise/domain';
import type { LogEvent } from './request-kind.ts';

/** What may connect an organization again. */
const connecting: ReadonlySet<string> = new Set([
  'AdAccountBound',
  'AdsCredentialsSet',
  'AdsCredentialsAccepted',
  'AdsInterfaceBack',
]);

/** Streams with what may connect an organization again. */
export const connectionPrefixes: readonly string[] = adsConnectionStreamPrefixes;

/** Whether what waits for the ad service is to look again. */
export const mayBeConnected = ({ type }: Pick<LogEvent, 'type'>): boolean => connecting.has(type);
