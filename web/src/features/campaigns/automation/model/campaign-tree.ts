import type { ApplyTo, CampaignGroup } from '../api/automation-types.ts';

/** An organization of the tree with what is chosen of it. */
export interface TreeGroup {
  id: number;
  name: string;
  campaigns: readonly { id: number; name: string; checked: boolean }[];
  /** All, none or some of its campaigns are chosen. */
  checked: boolean | 'mixed';
  chosen: number;
  total: number;
}

/** Organizations with their campaigns, narrowed to names that hold a text; what is chosen stays counted. */
export function campaignTree(groups: readonly CampaignGroup[], applyTo: ApplyTo, search: string): TreeGroup[] {
  const wanted = search.trim().toLowerCase();
  return groups
    .map(({ id, name, campaigns }) => {
      const chosen = new Set(applyTo[String(id)] ?? []);
      const count = campaigns.filter((campaign) => chosen.has(campaign.id)).length;
      const matching = campaigns.filter(
        (campaign) => name.toLowerCase().includes(wanted) || campaign.name.toLowerCase().includes(wanted),
      );
      return {
        id,
        name,
        chosen: count,
        total: campaigns.length,
        checked: count === 0 ? false : count === campaigns.length ? true : ('mixed' as const),
        campaigns: matching.map((campaign) => ({ ...campaign, checked: chosen.has(campaign.id) })),
      };
    })
    .filter(({ campaigns }) => wanted === '' || campaigns.length > 0);
}

/** One campaign chosen or not. */
export function withCampaign(applyTo: ApplyTo, groupId: number, id: number, on: boolean): ApplyTo {
  const others = (applyTo[String(groupId)] ?? []).filter((other) => other !== id);
  return { ...applyTo, [String(groupId)]: on ? [...others, id] : others };
}

/** All campaigns of an organization that are shown, chosen or not; those that are not shown stay as they are. */
export function withGroup(applyTo: ApplyTo, group: TreeGroup, on: boolean): ApplyTo {
  const groupIds = group.campaigns.map(({ id }) => id);
  const others = (applyTo[String(group.id)] ?? []).filter((id) => !groupIds.includes(id));
  return { ...applyTo, [String(group.id)]: on ? [...others, ...groupIds] : others };
}
