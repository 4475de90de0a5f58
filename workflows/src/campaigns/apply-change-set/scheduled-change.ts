import { randomUUID } from 'node:crypto';
import { entryLimitsOf } from '@tapwise/adapters';
import {
  applyChangeSet,
  asksBudgets,
  type CampaignState,
  campaignStream,
  campaignsOf,
  changeOfSet,
  dayInZone,
  type ExistingChangeSet,
  guardrailsOf,
  type LinkedOrganization,
  type OpenApplication,
  requireApplicable,
  requireNoCreation,
  requireWritable,
  startOfDayInZone,
} from '@tapwise/domain';
import { budgetsOfDay } from '@tapwise/projections/queries';
import { type SetContext, write } from './set-context.ts';

/** Where a set is applied. */
export interface SetTarget {
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
}

/**
 * Checks a set as a person's change is checked, and makes it a change.
 * @throws DomainError for what refuses it; Error while the tables are away.
 */
export async function applyScheduled(shared: SetContext, set: ExistingChangeSet, target: SetTarget): Promise<void> {
  const { application } = target;
  const now = shared.now();
  const guardrails = guardrailsOf(application);
  requireApplicable(set, { second_person: guardrails.second_person.on, now });
  requireWritable(application, set.org_id, shared.version);
  requireNoCreation([...set.rows.values()], shared.creations.state);
  const change = changeOfSet(set, {
    changeId: randomUUID(),
    adamId: application.adam_id,
    limits: entryLimitsOf(shared.version),
    comment: null,
    actor: { kind: 'change_set', account_id: null, source: set.change_set_id },
    confirmed: set.guardrailsConfirmed,
    campaigns: await campaignsOfSet(shared, set),
    guardrails,
    budgetsToday: await budgetsToday(shared, set, target),
    at: new Date(now).toISOString(),
  });
  await write(shared, set, `applied ${change.change_id}`, (state) => applyChangeSet(state, { checked: set, change }));
}

async function campaignsOfSet({ streams }: SetContext, { rows }: ExistingChangeSet) {
  const campaigns = new Map<number, { state: CampaignState; revision: bigint | undefined }>();
  for (const id of campaignsOf([...rows.values()].map(({ key }) => key))) {
    campaigns.set(id, await streams.campaigns.current(campaignStream(id)));
  }
  return campaigns;
}

async function budgetsToday(shared: SetContext, { rows }: ExistingChangeSet, { application, organization }: SetTarget) {
  if (!asksBudgets([...rows.values()], guardrailsOf(application))) return { atMidnight: 0, raised: 0 };
  if (shared.tables === undefined) throw new Error('The tables are not there to compare daily budgets with');
  const { org_id, time_zone } = organization;
  const midnight = startOfDayInZone(dayInZone(shared.now(), time_zone), time_zone);
  return budgetsOfDay(shared.tables, org_id, midnight);
}
