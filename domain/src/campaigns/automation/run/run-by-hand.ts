import { type FoundedTeam, stopOf } from '../../../accounts/team/team.state.ts';
import type { AdsInterface } from '../../../applications/ads-connection/connection-texts.ts';
import { type OpenApplication, requireWritable } from '../../../applications/application/application.state.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import type { RuleCampaigns } from '../../custom-rule/scope/apply-to.ts';
import type { ExistingRule } from '../rule/automation.decider.ts';

/** What decides whether a person may run a rule now. */
export interface RunByHand {
  readonly team: Pick<FoundedTeam, 'stops'>;
  readonly application: Pick<OpenApplication, 'application_id' | 'organizations' | 'organization_roles'>;
  readonly rule: { readonly status: ExistingRule['status']; readonly apply_to: RuleCampaigns };
  /** Its runs so far, but for the one that is asked for. */
  readonly runs: readonly { readonly slot: string; readonly state: string; readonly started_at: string }[];
  /** Of the interface of the ad service that is spoken. */
  readonly version: AdsInterface['version'];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How long a run by hand keeps the next one back. */
  readonly betweenMs: number;
}

/** Slots of runs that a person asked for. */
export const slotByHand = (callId: string): string => `manual-${callId}`;
const isByHand = ({ slot }: { readonly slot: string }): boolean => slot.startsWith('manual-');

/**
 * Whether a rule may be run by hand, and where.
 * @returns organizations that it runs in.
 * @throws DomainError `wrong_state` for a rule that is paused, stopped or without campaigns; `too_soon` beside another run; `read_only`.
 */
export function organizationsToRun({ team, application, rule, runs, version, now, betweenMs }: RunByHand): number[] {
  if (rule.status !== 'active') throw new DomainError('wrong_state', { message: 'This automation is paused' });
  if (stopOf(team, application.application_id) !== undefined) {
    throw new DomainError('wrong_state', { message: 'Stopped by Stop all' });
  }
  if (runs.some(({ state }) => state === 'running')) {
    throw new DomainError('too_soon', { message: 'This automation is running now' });
  }
  if (runs.some((run) => isByHand(run) && Date.parse(run.started_at) > now - betweenMs)) {
    throw new DomainError('too_soon', { message: 'An automation can be run by hand once an hour' });
  }
  for (const orgId of Object.keys(rule.apply_to)) requireWritable(application, Number(orgId), version);
  const linked = new Set(application.organizations.map(({ org_id }) => org_id));
  const organizations = Object.entries(rule.apply_to).flatMap(([org, campaigns]) =>
    campaigns.length > 0 && linked.has(Number(org)) ? [Number(org)] : [],
  );
  if (organizations.length === 0) throw new DomainError('wrong_state', { message: 'This automation has no campaigns' });
  return organizations;
}
