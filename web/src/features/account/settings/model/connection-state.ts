import type { Application } from '@tapwise/contract';
import type { AppleAdsConnection } from '@tapwise/contract/apple-ads';
import { ApiError, messageOf } from '../../../../shared/server/http/api-error.ts';
import { appleAdsMessages as words } from '../apple-ads-messages.ts';
import type { Integration } from './integration-state.ts';

export type LinkedOrganization = Application['asaOrganizations'][number];

/** State of one connection: the look and words of its badge, and what to do about it. */
export interface ConnectionState extends Pick<Integration, 'state' | 'badge'> {
  text: string;
}

export function connectionState(
  connection: Pick<AppleAdsConnection, 'organization_id' | 'state' | 'binding' | 'message'>,
): ConnectionState {
  const { organization_id, state, binding, message } = connection;
  const text = message ?? words.organization(organization_id);
  if (state === 'working') {
    return message === null
      ? { state: 'active', badge: words.badges.connected, text }
      : { state: 'partial', badge: words.badges.readOnly, text };
  }
  if (binding === 'pending' && message === null) {
    return { state: 'waiting', badge: words.badges.looking, text: words.looking };
  }
  if (message === words.choice) return { state: 'partial', badge: words.badges.choose, text };
  return { state: 'error', badge: words.badges.away, text };
}

/** Words for why a command about a connection failed. */
export function connectionFault(error: Error | null): string | null {
  if (error === null) return null;
  const isUnavailable = error instanceof ApiError && error.code === 'unavailable';
  return isUnavailable ? words.unavailable : messageOf(error);
}

const identifierForm = /^[\w.-]{1,100}$/;

/** What is wrong with one of the values that Apple shows beside a key; `null` when nothing is. */
export function credentialFault(label: string, text: string): string | null {
  const value = text.trim();
  if (value === '') return words.required(label);
  return identifierForm.test(value) ? null : words.unusual;
}
