import { addDays, dayInZone } from '@tapwise/domain';
import { z } from 'zod';
import { call } from '../../../infra/operations/seed/target.ts';
import { eventually } from './product.ts';

const days = 14;
/** Campaigns whose keywords are asked for. */
const mostCampaigns = 3;

/** What every version of the product answers, of which an older one may be asked. */
const sessionSchema = z.object({
  token: z.string(),
  applications: z.array(
    z.object({
      id: z.number(),
      asaOrganizations: z.array(z.object({ organization_id: z.number(), time_zone: z.string() })),
    }),
  ),
});
const campaignsSchema = z.object({
  rows: z.array(z.object({ id: z.number() })),
  processing: z.boolean().optional(),
});

/**
 * Waits until a demo has figures of its first organization.
 * @returns calls of reports about it, with all their parameters, that can be asked as of an instant.
 */
export async function demoReportCalls(url: string): Promise<string[]> {
  const { token, application, organization } = await firstOrganization(url);
  const to = dayInZone(Date.now(), organization.time_zone);
  const scope = { application_id: application.id, asa_organization_id: organization.organization_id };
  const range = { ...scope, from: addDays(to, 1 - days), to };
  const { rows: campaigns } = await eventually(
    async () => campaignsSchema.parse(await call(`${url}/api/asa/campaigns?${query({ ...range, token })}`)),
    ({ rows, processing }) => processing !== true && rows.length > 0,
    { timeoutMs: 120_000 },
  );
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

/** The first application and its first ad organization, as soon as one is linked. */
async function firstOrganization(url: string) {
  const session = await eventually(
    async () => sessionSchema.parse(await call(`${url}/api/session`, { demo: true })),
    ({ applications: [application] }) => (application?.asaOrganizations.length ?? 0) > 0,
    { timeoutMs: 120_000, everyMs: 1000 },
  );
  const [application] = session.applications;
  const organization = application?.asaOrganizations[0];
  if (application === undefined || organization === undefined) throw new Error('The demo has no organization');
  return { token: session.token, application, organization };
}

function query(parameters: Readonly<Record<string, string | number>>): string {
  return new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}
