import { hashOf } from '../../../base/random/prng.ts';
import type { AdGroup, Campaign } from '../../../market/world/structure.ts';
import type { ReportLevel } from '../../advertising/figures/figures-request.ts';
import type { FiguresRow } from '../../advertising/figures/figures-table.ts';
import { adView } from '../objects/ad-views.ts';
import {
  adGroupNow,
  adGroupView,
  type CampaignNow,
  campaignNow,
  campaignView,
  keywordView,
  type ViewContext,
} from '../objects/campaign-views.ts';
import type { ObjectView } from '../objects/query-request.ts';

type RowObject = Pick<FiguresRow, 'campaign' | 'adGroupId' | 'keywordId' | 'adId'>;

/** Describes the object of each row; objects are described once per report. */
export interface RowDescriptions {
  of(row: FiguresRow): ObjectView;
  /** Of a keyword, in the organization's currency, without the currency; null where nothing is suggested. */
  suggestedBid(row: FiguresRow): number | null;
}

export function createRowDescriptions(level: ReportLevel, context: ViewContext): RowDescriptions {
  const parents = new Map<number, CampaignNow>();
  const views = new Map<string, ObjectView>();
  const parentOf = (campaign: Campaign): CampaignNow => {
    const parent = parents.get(campaign.id) ?? campaignNow(campaign, context);
    parents.set(campaign.id, parent);
    return parent;
  };
  const groups = new Map<number, AdGroup>();
  const groupOf = ({ campaign, adGroupId }: RowObject): AdGroup => {
    if (adGroupId !== null && !groups.has(adGroupId))
      for (const group of campaign.adGroups) groups.set(group.id, group);
    return groups.get(adGroupId ?? 0) as AdGroup;
  };
  const describe = (row: RowObject): ObjectView => {
    if (level === 'campaign') return campaignMetadata(row.campaign, context);
    const parent = parentOf(row.campaign);
    const built = groupOf(row);
    const now = adGroupNow(parent, context.settings.adGroup(built));
    if (level === 'adGroup')
      return { ...adGroupView(parent, now.adGroup, context), campaign: { id: parent.campaign.id } };
    const adGroup = { name: now.adGroup.name, deleted: now.adGroup.deleted || parent.campaign.deleted };
    if (level === 'ad') {
      const ad = built.ads.find(({ id }) => id === row.adId);
      return ad === undefined
        ? {}
        : { ...adView(now, context.settings.ad(ad), context), creative: creativeOf(row, ad) };
    }
    const keyword = built.keywords.find(({ id }) => id === row.keywordId);
    const view = keyword === undefined ? null : keywordView(now, context.settings.keyword(keyword), context);
    if (level === 'keyword') return { ...view, adGroup, ...oddWord(row) };
    const { orgId } = parent.campaign.org;
    const parentIds = { campaignId: parent.campaign.id, adAccountId: orgId, adGroupId: built.id, adGroup };
    return view === null
      ? parentIds
      : { ...parentIds, keyword: { id: view.id, text: view.text, matchType: view.matchType } };
  };
  return {
    of(row) {
      const key = `${row.campaign.id}/${row.adGroupId}/${row.keywordId}/${row.adId}`;
      const view = views.get(key) ?? describe(row);
      views.set(key, view);
      return level === 'searchTerm' ? { ...view, ...termOf(row) } : view;
    },
    suggestedBid(row) {
      const keyword = groupOf(row)?.keywords.find(({ id }) => id === row.keywordId);
      const bid = keyword === undefined ? null : context.settings.keyword(keyword).bid;
      return bid === null ? null : Math.round(bid * 110) / 100;
    },
  };
}

/** A few keywords have a display status in reports that no documentation names. */
const oddWord = ({ keywordId }: RowObject): ObjectView =>
  hashOf('odd word', keywordId ?? 0) % 50 === 0 ? { displayStatus: 'BRAND_NEW' } : {};

/** Terms that are too rare to be named are merged into one without a text. */
const termOf = ({ searchTerm, keywordId }: FiguresRow): ObjectView => ({
  searchTermText: searchTerm,
  searchTermSource: keywordId === null ? 'AUTO' : 'TARGETED',
});

function campaignMetadata(built: Campaign, context: ViewContext): ObjectView {
  const { app, totalBudget, org } = context.settings.campaign(built);
  const view = campaignView(built, context);
  const budget =
    totalBudget === null ? {} : { lifetimeBudget: { value: { amount: String(totalBudget), currency: org.currency } } };
  return { ...view, ...budget, promotedObject: { name: app.name }, adChannelType: 'SEARCH' };
}

function creativeOf(
  { campaign }: RowObject,
  { creativeId, page }: { readonly creativeId: number; readonly page: { readonly id: string } },
): object {
  const parameters = { adamId: String(campaign.app.adamId), productPageId: page.id };
  return { id: creativeId, creativeType: 'CUSTOM_PRODUCT_PAGE', systemStatus: 'VALID', destination: { parameters } };
}
