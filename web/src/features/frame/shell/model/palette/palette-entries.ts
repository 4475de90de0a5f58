import type { Application } from '@tapwise/contract';
import type { AccountTarget, NamedCampaign } from '../../../../../shared/scope/index.ts';

/** What the palette can lead to, in the order of its groups: campaigns are asked for, and must not move what is there before. */
export const paletteGroups = ['screens', 'applications', 'actions', 'campaigns'] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

/** One line of the palette: it opens an address or runs an action. */
export interface PaletteEntry {
  /** Distinct among all entries. */
  key: string;
  group: PaletteGroup;
  label: string;
  /** What else it is found by. */
  also: string;
  /** A second fact, shown after the label. */
  detail: string | null;
  /** The application whose icon is before the label. */
  app: Application | null;
  opens: { path: string } | { run: () => void };
}

/** Applications, each with the address of its campaigns. */
export function applicationEntries(applications: readonly Application[]): PaletteEntry[] {
  return applications.map((application) => ({
    key: `application ${application.id}`,
    group: 'applications',
    label: application.name,
    app: application,
    also: String(application.adam_id),
    detail: 'Reports',
    opens: { path: `/client/reports?app=${application.id}` },
  }));
}

const kept = ['range', 'from', 'to', 'compare'] as const;

/** An address of Reports, over the days the person is looking at now. @param search the present address's query */
export function overTheSameDays(path: string, search: string): string {
  const [pathname = path, query = ''] = path.split('?');
  if (pathname !== '/client/reports' || query === '') return path;
  const params = new URLSearchParams(query);
  const currentParams = new URLSearchParams(search);
  for (const name of kept) {
    const value = currentParams.get(name);
    if (value !== null) params.set(name, value);
  }
  return `${pathname}?${params}`;
}

/** An organization's campaigns, each with the address of its ad groups. */
export function campaignEntries(
  { application, organization }: AccountTarget,
  campaigns: readonly NamedCampaign[],
): PaletteEntry[] {
  const { id, asaOrganizations } = application;
  return campaigns.map((campaign) => ({
    key: `campaign ${id} ${organization.organization_id} ${campaign.id}`,
    group: 'campaigns',
    label: campaign.status === 'RUNNING' ? campaign.name : `${campaign.name} (${campaign.status})`,
    also: String(campaign.id),
    detail: asaOrganizations.length > 1 ? `${application.name} · ${organization.name}` : application.name,
    app: null,
    opens: { path: `/client/reports?app=${id}&org=${organization.organization_id}&campaign_id=${campaign.id}` },
  }));
}

export interface PaletteResults {
  /** Lines in the order they are shown and moved through. */
  displayed: PaletteEntry[];
  /** Campaigns that match and are not shown. */
  campaignsLeft: number;
}

const mostCampaigns = 8;

/** Lines that match all words of a text: by the beginning of the label, then of a word, then anywhere. */
export function searchEntries(entries: readonly PaletteEntry[], text: string): PaletteResults {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank !== null)
    .sort((first, second) => (first.rank ?? 0) - (second.rank ?? 0))
    .map(({ entry }) => entry);
  const campaigns = ranked.filter(({ group }) => group === 'campaigns');
  const best = new Set(campaigns.slice(0, mostCampaigns));
  return {
    displayed: paletteGroups.flatMap((group) =>
      ranked.filter((entry) => entry.group === group && (group !== 'campaigns' || best.has(entry))),
    ),
    campaignsLeft: campaigns.length - best.size,
  };
}

/** The smaller the better; `null` where a word is not in the entry. */
function rankOf({ label, also }: PaletteEntry, words: readonly string[]): number | null {
  const name = label.toLowerCase();
  const all = `${name} ${also.toLowerCase()}`;
  if (!words.every((word) => all.includes(word))) return null;
  const [first] = words;
  if (first === undefined || name.startsWith(first)) return 0;
  if (name.split(/[\s·()-]+/).some((part) => part.startsWith(first))) return 1;
  return name.includes(first) ? 2 : 3;
}
