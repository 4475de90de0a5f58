import { type EventLog, handleCommand } from '@tapwise/adapters';
import { automationStream, type DomainEventOf, type ExistingCreation } from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import type { CreationLog } from './creation-log.ts';
import { planAt } from './steps/step-context.ts';

/** Stores the rule of each campaign that is to have one: it watches the campaign's search terms. */
export async function storeRules(log: EventLog, creation: ExistingCreation, { at }: CreationLog): Promise<void> {
  const { application_id, org_id, account_id } = creation.request;
  if (account_id === null) return;
  for (const [campaign, { automationId, campaign_id }] of creation.campaigns.entries()) {
    if (automationId === null || campaign_id === null) continue;
    const { kind, name } = planAt(creation, campaign);
    await storeRule(log, {
      automation_id: automationId,
      application_id,
      org_id,
      name,
      automation_type: kind === 'skag' ? 'filter_skag' : 'filter_discovery',
      apply_to: { [String(org_id)]: [campaign_id] },
      automation_params: {},
      receive_notifications: true,
      status: 'active',
      created_by: account_id,
      created_at: at(),
    });
  }
}

/** Once, however often it is called. */
async function storeRule(log: EventLog, data: DomainEventOf<'AutomationCreated'>['data']): Promise<void> {
  await handleCommand(log, {
    stream: automationStream(data.automation_id),
    decider: { initialState: () => false, evolve: () => true },
    cause: `created ${data.automation_id}`,
    context: workflowActor('create-campaign'),
    assume: 'new',
    decide: (current) => (current ? [] : [{ type: 'AutomationCreated' as const, data }]),
  });
}
