import { defineQuery } from '@tapwise/adapters';
import { z } from 'zod';
import { subscriptionGroup, subscriptionGroups } from '../reports/facts/subscription-facts.queries.ts';

/** Subscriptions by storefront, product and state, with what their value depends on. */
export const countryPeople = defineQuery({
  name: 'country-people',
  sql: subscriptionGroups(
    { object: 'storefront', bucket: "''", parents: 'toUInt64(0) AS parent_campaign, toUInt64(0) AS parent_group' },
    `subscription_current_v1 FINAL WHERE application_id = {application_id:UInt64} AND kind = 'subscription'
          AND ({device_class:String} = '' OR device_class = {device_class:String})`,
  ),
  params: z.object({ application_id: z.number(), now_ms: z.number(), device_class: z.string() }),
  row: subscriptionGroup,
});
