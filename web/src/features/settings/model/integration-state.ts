import type { Application } from '@tapwise/contract';
import { formatDate } from '../../../shared/calendar/days.ts';
import { settingsMessages as words } from '../messages.ts';

export type IntegrationKey = 'ads' | 'store' | 'notifications' | 'sdk';

/** One row of an application's integrations: its state, and what to do about it. */
export interface Integration {
  key: IntegrationKey;
  title: string;
  state: 'active' | 'partial' | 'waiting' | 'error' | 'none';
  /** Words of the badge. */
  badge: string;
  /** What is missing, or how long it takes. */
  text: string;
  /** Whether the person can do the next step here. */
  action: string | null;
}

/** The four integrations of an application, in the order they are set up. */
export function integrationsOf(application: Application): Integration[] {
  return [
    adsIntegration(application),
    storeIntegration(application),
    notices(application),
    sdkIntegration(application),
  ];
}

function adsIntegration({
  asa_integration: state,
  asa_account_name: name,
  asa_problem: problem,
  link_code: code,
  asaOrganizations,
}: Application): Integration {
  const common = { key: 'ads' as const, title: words.ads };
  if (problem === 'proof_needed') {
    return {
      ...common,
      state: 'partial',
      badge: words.proofNeeded,
      text: words.howToProve(code),
      action: 'Change name',
    };
  }
  if (state === 'integrated') {
    const names = asaOrganizations.map((organization) => organization.name).join(', ');
    return { ...common, state: 'active', badge: 'Active', text: names, action: 'Add account' };
  }
  if (state === 'invitation_sent') {
    const text = `Invite our API account to “${name ?? ''}” with the role API Account Manager. Can take up to 1 business day`;
    return { ...common, state: 'waiting', badge: 'Invitation sent', text, action: 'Change name' };
  }
  const text = 'Spend, campaigns and keywords: submit the account name';
  return { ...common, state: 'none', badge: 'Not set up', text, action: 'Set up' };
}

function storeIntegration({ asc_integration: state }: Application): Integration {
  const common = { key: 'store' as const, title: words.store };
  if (state === 'integrated') {
    return {
      ...common,
      state: 'active',
      badge: 'Active',
      text: 'Keys, vendor number and shared secret are stored',
      action: null,
    };
  }
  if (state === 'partially_integrated') {
    const text = 'Shared secret missing: sales sent in the old format are refused until you add it';
    return { ...common, state: 'partial', badge: 'Partially integrated', text, action: 'Continue' };
  }
  const text = 'Sales reports and products: keys, vendor number and shared secret';
  return { ...common, state: 'none', badge: 'Not set up', text, action: 'Set up' };
}

function notices({ asc_notifications_integration: state }: Application): Integration {
  const common = { key: 'notifications' as const, title: words.notifications, action: 'Address' };
  if (state === 'integrated')
    return { ...common, state: 'active', badge: 'Active', text: 'The store reports each sale' };
  if (state === 'waiting_for_events') {
    return { ...common, state: 'waiting', badge: 'Waiting for events', text: 'The first sale turns this on' };
  }
  if (state === 'error') {
    return { ...common, state: 'error', badge: 'Unknown notification format', text: 'Switch the store to version 2' };
  }
  return { ...common, state: 'none', badge: 'Not set up', text: 'Income, the moment the store reports it' };
}

function sdkIntegration({ sdk_integration: state, first_sdk_event_date: first }: Application): Integration {
  const common = { key: 'sdk' as const, title: words.sdk };
  if (state === 'integrated') {
    return {
      ...common,
      state: 'active',
      badge: 'Active',
      text: first === null ? 'Heard of' : `First event ${formatDate(first)}`,
      action: null,
    };
  }
  if (state === 'waiting_for_events') {
    const text = 'Confirmed. Release a build with the SDK; the first install turns this on';
    return { ...common, state: 'waiting', badge: 'Waiting for events', text, action: null };
  }
  return {
    ...common,
    state: 'none',
    badge: 'Not set up',
    text: 'One line of Swift, no tracking prompt',
    action: 'Confirm',
  };
}

/** An API key for reading over a shoulder: only its end. */
export function maskKey(key: string): string {
  return '•'.repeat(Math.max(0, Math.min(16, key.length - 4))) + key.slice(-4);
}
