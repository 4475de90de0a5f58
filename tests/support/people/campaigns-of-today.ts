import { dayInZone } from '@tapwise/domain';
import { type Customer, firstOrganization } from './customer.ts';

/** The first application of a customer, and what a page watches that shows its campaigns of today. */
export async function campaignsOfToday(customer: Customer) {
  const { application, organization } = await firstOrganization(customer);
  const today = dayInZone(Date.now(), organization.time_zone);
  const params = {
    application_id: application.id,
    asa_organization_id: organization.organization_id,
    from: today,
    to: today,
  };
  return { application, organization, watch: { call: 'campaigns', params } };
}
