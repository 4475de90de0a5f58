import { addDays, dayInZone } from '@tapwise/domain';
import { enter, firstOrganization } from '../people/customer.ts';
import { eventually } from './product.ts';

const days = 14;
/** Campaigns whose keywords are asked for. */
const mostCampaigns = 3;

/**
 * Waits until a demo has figures of its first organization.
 * @returns calls of reports about it, with all their parameters, that can be asked as of an instant.
 */
export async function demoReportCalls(url: string): Promise<string[]> {
  const customer = await enter(url);
  const { application, organization } = await firstOrganization(customer);
  const to = dayInZone(Date.now(), organization.time_zone);
  const scope = { application_id: application.id, asa_organization_id: organization.organization_id };
  const range = { ...scope, from: addDays(to, 1 - days), to };
  const { rows: campaigns } = await eventually(
    () => customer.report('campaigns', range),
    ({ rows, processing }) => processing !== true && rows.length > 0,
    { timeoutMs: 120_000 },
  );
  const query = (parameters: Readonly<Record<string, string | number>>): string =>
    new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
  const campaign_ids = campaigns
    .flatMap(({ id }) => (id > 0 ? [id] : []))
    .slice(0, mostCampaigns)
    .join(',');
  return [
    `/api/asa/campaigns?${query(range)}`,
    `/api/asa/basic_by_countries?${query(range)}`,
    `/api/asa/all_campaigns_keywords?${query({ ...range, campaign_ids })}`,
  ];
}
