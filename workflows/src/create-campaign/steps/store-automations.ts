import { planAt, type StepContext } from './step-context.ts';

/** Stores the rule of each campaign that is to have one: it watches the campaign's search terms. */
export async function storeAutomations({ creation, log, storeAutomation }: StepContext): Promise<void> {
  const { application_id, org_id, account_id } = creation.request;
  for (const [campaign, { automationId, campaign_id }] of creation.campaigns.entries()) {
    if (automationId === null || campaign_id === null) continue;
    const { kind, name } = planAt(creation, campaign);
    await storeAutomation({
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
      created_at: log.at(),
    });
  }
}
