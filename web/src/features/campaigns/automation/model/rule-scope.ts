import type { Application, Organization } from '@tapwise/contract';
import type { ApplyTo, ListedApplyTo } from '../api/automation-types.ts';
import { automationMessages } from '../messages.ts';

/** The ad organization whose currency and hours a rule has: the first it is applied to, else the application's first. */
export function organizationOf(application: Application, applyTo: ListedApplyTo): Organization | undefined {
  const { asaOrganizations: organizations } = application;
  return (
    organizations.find(({ organization_id: id }) => (applyTo[String(id)]?.length ?? 0) > 0) ??
    organizations.find(({ organization_id: id }) => applyTo[String(id)] !== undefined) ??
    organizations[0]
  );
}

/** Currency and time zone of a rule. */
export function unitsOf(application: Application, { apply_to: applyTo }: { apply_to: ListedApplyTo }) {
  const organization = organizationOf(application, applyTo);
  return {
    organization: organization ?? null,
    currency: organization?.currency ?? application.currency,
    timeZone: organization?.time_zone ?? 'UTC',
  };
}

/** "3 campaigns", or that a rule is for all of them, later ones too. */
export function campaignsText(applyTo: ListedApplyTo): string {
  const lists = Object.values(applyTo);
  if (lists.includes('all')) return automationMessages.allCampaigns;
  return automationMessages.campaigns(lists.reduce((sum, { length }) => sum + length, 0));
}

/** The ad organization of a unit, by the campaign it is in; `null` where the rule does not cover it any more. */
export function groupOfKey(applyTo: ApplyTo, key: string): number | null {
  const campaign = Number(key.split(':')[0]);
  const entry = Object.entries(applyTo).find(([, ids]) => ids.includes(campaign));
  return entry === undefined ? null : Number(entry[0]);
}
