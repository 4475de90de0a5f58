import { z } from 'zod';
import { errorCodes } from '../../../shared/domain-error.ts';
import { forbiddenInNames } from '../../../shared/name-characters.ts';
import { refuseFaults } from '../definition/reading/read-custom-rule.ts';
import { fieldsOf, type RuleFault, readPart } from '../definition/reading/rule-fault.ts';

/** Campaigns by ad organization; `all`: every search campaign of the application there, later ones too. */
export type RuleCampaigns = Readonly<Record<string, readonly number[] | 'all'>>;

/** Search campaigns of the application that are not deleted, by its ad organizations. */
export type CampaignsOfOrganizations = ReadonlyMap<string, ReadonlySet<number>>;

const mostCampaigns = 500;
const campaignsField = z.union([
  z.literal('all', { error: 'Choose campaigns, or all' }),
  z.array(z.number().int().positive()),
]);

/** The campaigns of a rule as they were read, with what is wrong with them. */
interface ReadCampaigns {
  readonly campaigns: RuleCampaigns;
  readonly faults: readonly RuleFault[];
}

/**
 * Reads for which campaigns a rule is.
 * @returns each organization's campaigns once, sorted; organizations without one are left out.
 * @throws DomainError `bad_rule` for what is no such list, for none, and for more than 500; `not_found` for organizations and campaigns
 * that are not the application's.
 */
export function readRuleCampaigns(entered: unknown, organizations: CampaignsOfOrganizations): RuleCampaigns {
  const { campaigns, faults } = ruleCampaignsOf(entered, organizations);
  refuseFaults(faults, { apply_to: entered });
  return campaigns;
}

/** The same with its faults, for readers that have others. */
export function ruleCampaignsOf(entered: unknown, organizations: CampaignsOfOrganizations): ReadCampaigns {
  const fields = fieldsOf(entered);
  const path = ['apply_to'];
  if (fields === undefined) return { campaigns: {}, faults: [{ path, message: chooseCampaign }] };
  const faults: RuleFault[] = [];
  const lists: [string, readonly number[] | 'all'][] = [];
  for (const [organization, enteredList] of Object.entries(fields)) {
    const read = readPart(campaignsField, enteredList, [...path, organization.slice(0, 20)]);
    faults.push(...read.faults, ...unknownIds(organization, read.part ?? [], organizations));
    if (read.part === 'all') lists.push([organization, 'all']);
    else if (read.part !== undefined && read.part.length > 0) lists.push([organization, sorted(read.part)]);
  }
  const count = lists.reduce((sum, [, list]) => sum + (list === 'all' ? 0 : list.length), 0);
  if (lists.length === 0 && faults.length === 0) faults.push({ path, message: chooseCampaign });
  if (count > mostCampaigns) faults.push({ path, message: `At most ${mostCampaigns} campaigns are allowed` });
  return { campaigns: Object.fromEntries(lists), faults };
}

const chooseCampaign = 'Choose at least one campaign';

const sorted = (ids: readonly number[]): number[] => [...new Set(ids)].sort((left, right) => left - right);

function unknownIds(
  organization: string,
  list: readonly number[] | 'all',
  organizations: CampaignsOfOrganizations,
): RuleFault[] {
  const campaigns = organizations.get(organization);
  const isUnknown = campaigns === undefined || (list !== 'all' && list.some((id) => !campaigns.has(id)));
  const path = ['apply_to', organization.slice(0, 20)];
  return isUnknown ? [{ path, message: errorCodes.not_found, isUnknownId: true }] : [];
}

/** The campaigns that a rule is for now. */
export function campaignsOfRule(applyTo: RuleCampaigns, organizations: CampaignsOfOrganizations): number[] {
  return Object.entries(applyTo).flatMap(([organization, list]) => {
    const existing = organizations.get(organization) ?? new Set();
    return list === 'all' ? sorted([...existing]) : list.filter((id) => existing.has(id));
  });
}

const longestName = 100;

/**
 * Reads the name of a rule or an alert.
 * @returns it without white space around it.
 * @throws DomainError `bad_rule` for none, for more than 100 characters, and for control characters.
 */
export function readRuleName(entered: unknown): string {
  const { name, faults } = ruleNameOf(entered);
  refuseFaults(faults, {});
  return name;
}

/** The same with its faults, for readers that have others. */
export function ruleNameOf(entered: unknown): { readonly name: string; readonly faults: readonly RuleFault[] } {
  const name = typeof entered === 'string' ? entered.trim() : '';
  const isLong = [...name].length > longestName;
  const message = name === '' ? 'Enter a name' : errorCodes.name_invalid;
  const isBad = name === '' || isLong || forbiddenInNames.test(name);
  return { name, faults: isBad ? [{ path: ['automation_name'], message }] : [] };
}
