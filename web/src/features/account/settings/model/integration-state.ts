import type { Application } from '@tapwise/contract';
import { settingsMessages as words } from '../messages.ts';

export type IntegrationKey = 'ads' | 'store' | 'notifications' | 'sdk';

/** One row of an application's integrations: its state, and what to do about it. */
export interface Integration {
  key: IntegrationKey;
  title: string;
  /** The application's own word for it. */
  field: string;
  /** When something was last heard, ISO 8601; `null` while that is not known. */
  last: string | null;
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
  const integrations = [
    adsIntegration(application),
    storeIntegration(application),
    notices(application),
    sdkIntegration(application),
  ];
  return integrations.map((integration) => withProblems(integration, application.problems));
}

/** Reasons that the state of an integration has words for as well, without the instant. */
const ofTheState: ReadonlySet<string> = new Set(['access_lost', 'unknown_format']);
/** Reasons for which another key of the store helps. */
const ofTheKey: ReadonlySet<string> = new Set(['access_lost', 'refused', 'agreement_missing']);

/** What fails comes before what is there; its sentences say since when and what to do. */
function withProblems(integration: Integration, problems: Application['problems']): Integration {
  const integrationProblems = problems.filter((problem) => problem.integration === integration.key);
  if (integrationProblems.length === 0) return integration;
  const isListed = integrationProblems.some(({ reason }) => ofTheState.has(reason));
  const before = integration.state === 'error' && !isListed ? [integration.text] : [];
  const text = [...before, ...integrationProblems.map(({ sentence }) => sentence)].join(' ');
  const needsKey = integration.key === 'store' && integrationProblems.some(({ reason }) => ofTheKey.has(reason));
  const action = needsKey ? words.setUpAgain : integration.action;
  // A state that is an error already has a name of its own.
  const name = integration.state === 'error' ? {} : needsAttention;
  return { ...integration, ...name, text, action };
}

function adsIntegration({
  asa_integration: field,
  asa_account_name: name,
  asa_problem: problem,
  link_code: code,
  asaOrganizations,
}: Application): Integration {
  const common = { key: 'ads' as const, title: words.ads, field, last: null };
  if (problem === 'proof_needed') {
    const text = words.howToProve(code);
    return { ...common, state: 'partial', badge: words.proofNeeded, text, action: 'Change name' };
  }
  if (problem !== null) {
    return { ...common, ...needsAttention, text: words.adsProblems[problem], action: 'Add account' };
  }
  if (field === 'integrated') {
    const text = asaOrganizations.map((organization) => organization.name).join(', ');
    const isWhole = asaOrganizations.every(({ message }) => message === null);
    const status = isWhole ? active : { state: 'partial' as const, badge: needsAttention.badge };
    return { ...common, ...status, text, action: 'Add account' };
  }
  if (field === 'invitation_sent') {
    const text = `Invite our API account to “${name ?? ''}” with the role API Account Manager. It can take up to 1 business day`;
    return { ...common, state: 'waiting', badge: 'Invitation sent', text, action: 'Change name' };
  }
  return { ...common, ...notSetUp, text: 'Invite our API account with the API Account Manager role' };
}

function storeIntegration({
  asc_integration: field,
  asc_problem: problem,
  asc_checked_at: last,
}: Application): Integration {
  const common = { key: 'store' as const, title: words.store, field, last };
  if (problem !== null) {
    return { ...common, ...needsAttention, text: words.storeProblems[problem], action: words.setUpAgain };
  }
  if (field === 'integrated') {
    return { ...common, ...active, text: words.storeDone, action: null };
  }
  if (field === 'partially_integrated') {
    const text = 'Shared Secret is missing';
    return { ...common, state: 'partial', badge: 'Partially integrated', text, action: 'Continue' };
  }
  return { ...common, ...notSetUp, text: 'Connect to see in-app purchases' };
}

function notices({ asc_notifications_integration: field, last_notification_at: last }: Application): Integration {
  const common = { key: 'notifications' as const, title: words.notifications, field, last, action: 'Address' };
  if (field === 'integrated') return { ...common, ...active, text: 'The store reports each sale' };
  if (field === 'waiting_for_events') {
    return { ...common, state: 'waiting', badge: 'Waiting for events', text: 'Waiting for the first notification' };
  }
  if (field === 'error') {
    const text = 'Choose Version 2 notifications in App Store Connect';
    return { ...common, state: 'error', badge: 'Unknown notification format', text };
  }
  return { ...common, ...notSetUp, text: 'Add our address in App Store Connect', action: 'Address' };
}

function sdkIntegration({ sdk_integration: field, last_sdk_event_at: last }: Application): Integration {
  const common = { key: 'sdk' as const, title: words.sdk, field, last, action: null };
  if (field === 'integrated') return { ...common, ...active, text: 'The app reports first launches' };
  if (field === 'waiting_for_events') {
    return { ...common, state: 'waiting', badge: 'Waiting for events', text: 'Open your app once on a device' };
  }
  return { ...common, ...notSetUp, text: 'Add one line to your app', action: 'Confirm' };
}

const active = { state: 'active', badge: 'Active' } as const;
export const needsAttention = { state: 'error', badge: 'Needs attention' } as const;
const notSetUp = { state: 'none', badge: 'Not set up', action: 'Set up' } as const;

/** An API key for reading over a shoulder: only its end. */
export function maskKey(key: string): string {
  return '•'.repeat(Math.max(0, Math.min(16, key.length - 4))) + key.slice(-4);
}
