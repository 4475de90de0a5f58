import type { Customer } from '../../support/people/customer.ts';
import { eventually } from '../../support/product/product.ts';

const path = '/api/asa/automated_campaigns';

interface Group {
  readonly id: number;
  readonly campaigns: readonly { readonly id: number }[];
}

/** Two rules over the same campaigns, with steps that never come to an end. */
export async function addRules(customer: Customer, application_id: number): Promise<void> {
  const groups = await eventually(
    async () => (await customer.ask('/api/asa/campaign_groups', { application_id })).campaign_groups as Group[],
    (all) => all.some(({ campaigns }) => campaigns.length > 2),
    { timeoutMs: 120_000, everyMs: 1000 },
  );
  const [largest] = groups.toSorted((left, right) => right.campaigns.length - left.campaigns.length);
  const apply_to = { [largest?.id ?? 0]: largest?.campaigns.slice(0, 4).map(({ id }) => id) ?? [] };
  for (const automation_name of ['First', 'Second']) {
    await customer.post(path, {
      application_id,
      automation_type: 'raise_bids',
      automation_name,
      apply_to,
      automation_params: { campaign_type: 'regular', updates_per_day: 8, step_type: 'constant', step_value: 0.01 },
    });
  }
}

/** Pauses all rules of an application; runs under way go on to their end. */
export async function pauseRules(url: string, { ask, token }: Customer, application_id: number): Promise<void> {
  const { automated_campaigns } = await ask(path, { application_id });
  for (const { id } of automated_campaigns as { id: number }[]) {
    const response = await fetch(`${url}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ application_id, id, updates: { status: 'paused' } }),
    });
    if (!response.ok) throw new Error(`A rule cannot be paused: ${await response.text()}`);
  }
}
