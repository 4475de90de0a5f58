import {
  badKeywords,
  badKeywordsRefusal,
  type ExistingCreation,
  type KeywordFinding,
  type KeywordOutcome,
  keywordFault,
  type NegativeOutcome,
  type PlannedKeyword,
  type PlannedNegative,
  textKey,
} from '@tapwise/domain';
import type { StepEnd } from '../create-campaign.contract.ts';
import { planAt, type StepContext } from './step-context.ts';
import { done, haltOfFault, nameTakenMessage } from './step-end.ts';

/** Negatives of one campaign, or of one ad group, at most. */
const mostNegatives = 5000;

/**
 * Asks the ad service for what only it knows. What it forbids refuses the request before anything is made; of what a rule asked for, it is left
 * out alone.
 */
export async function checkRequest(context: StepContext): Promise<StepEnd> {
  const { creation, log } = context;
  const { creation_id } = creation.request;
  const refusal = await refusalOf(context).catch(haltOfFault);
  if (refusal !== undefined && 'kind' in refusal) return refusal;
  if (refusal !== undefined && creation.request.rule !== undefined) await log.advance(refusedRows(creation, refusal));
  if (refusal === undefined || creation.request.rule !== undefined) {
    await log.step({ type: 'CreationChecked', data: { creation_id, checked_at: log.at() } });
  } else {
    const { code, message, findings } = refusal;
    const listed = findings.map(({ campaign: _, ...finding }) => finding);
    const refused_at = log.at();
    await log.step({ type: 'CreationRefused', data: { creation_id, code, message, findings: listed, refused_at } });
  }
  return done;
}

interface Refusal {
  readonly code: 'name_taken' | 'bad_keywords';
  readonly message: string;
  readonly findings: FindingInCampaign[];
}

/** `campaign`: its place among those of the creation. */
type FindingInCampaign = KeywordFinding & { readonly campaign: number };

async function refusalOf({ creation, writer, log }: StepContext): Promise<Refusal | undefined> {
  const { campaigns } = creation.request;
  const names = campaigns.flatMap(({ campaign_id, name }) => (campaign_id === null ? [name] : []));
  if (names.length > 0) {
    const namesakes = await writer.findCampaignsByName(log.scope, names);
    if (namesakes.some(({ deleted }) => !deleted))
      return { code: 'name_taken', message: nameTakenMessage, findings: [] };
  }
  const findings: FindingInCampaign[] = [];
  for (const [campaign, { campaign_id }] of campaigns.entries()) {
    if (campaign_id === null || !touches(creation, campaign)) continue;
    const remoteNegatives = await writer.findNegatives(log.scope, campaign_id);
    const ofCampaign = [
      ...blockedIn(creation, campaign, remoteNegatives),
      ...beyondLimit(creation, campaign, remoteNegatives),
    ];
    findings.push(...ofCampaign.map((finding) => ({ ...finding, campaign })));
  }
  if (findings.length === 0) return undefined;
  return { code: 'bad_keywords', message: badKeywordsRefusal(findings).message, findings };
}

/** Keywords and negatives that were found to be forbidden, with that as their outcome. */
function refusedRows({ keywords, negatives }: ExistingCreation, { findings }: Refusal) {
  const messageOf = (isKeyword: boolean, { campaign, text, sent = text }: PlannedKeyword | PlannedNegative) =>
    findings.find(
      (finding) =>
        (finding.list === 'keywords') === isKeyword && finding.campaign === campaign && finding.text === sent,
    )?.message;
  return {
    keywords: keywords.flatMap((keyword, position): KeywordOutcome[] => {
      const message = messageOf(true, keyword);
      const refused = { position, outcome: 'refused' as const, ad_group_id: null, keyword_id: null };
      return message === undefined ? [] : [{ ...refused, message }];
    }),
    negatives: negatives.flatMap((negative, index): NegativeOutcome[] => {
      const message = messageOf(false, negative);
      return message === undefined ? [] : [{ index, outcome: 'refused', negative_id: null, message }];
    }),
  };
}

const touches = ({ keywords, negatives }: ExistingCreation, campaign: number): boolean =>
  keywords.some((keyword) => keyword.campaign === campaign) ||
  negatives.some((negative) => negative.campaign === campaign);

type RemoteNegatives = readonly {
  readonly text: string;
  readonly matchType: string;
  readonly adGroupId: number | null;
}[];

/** Keywords that a negative of their campaign blocks, each copy. */
function blockedIn(creation: ExistingCreation, campaign: number, remoteNegatives: RemoteNegatives): KeywordFinding[] {
  if (planAt(creation, campaign).match === 'BROAD') return [];
  const campaignNegatives = remoteNegatives.flatMap(({ adGroupId, matchType, text }) =>
    adGroupId === null && matchType === 'EXACT' ? [text] : [],
  );
  const keywords = creation.keywords.flatMap(({ campaign: of, text, sent = text, there }) =>
    of === campaign && there === undefined ? [{ sent, text, fault: keywordFault(text), copyOf: undefined }] : [],
  );
  return badKeywords({ keywords, negatives: [] }, { exact: [], campaignNegatives });
}

/** Negatives for which a campaign or an ad group has no room. */
function beyondLimit(creation: ExistingCreation, campaign: number, remoteNegatives: RemoteNegatives): KeywordFinding[] {
  const ownerKey = (adGroupId: number | null): string => String(adGroupId ?? '');
  const existing = new Map<string, Set<string>>();
  const of = (location: string): Set<string> =>
    existing.get(location) ?? existing.set(location, new Set()).get(location) ?? new Set();
  for (const { adGroupId, text, matchType } of remoteNegatives)
    of(ownerKey(adGroupId)).add(`${matchType} ${textKey(text)}`);
  return creation.negatives.flatMap(({ campaign: at, ad_group_id, text, sent = text }): KeywordFinding[] => {
    if (at !== campaign) return [];
    const there = of(ownerKey(ad_group_id)).add(`EXACT ${text}`);
    if (there.size <= mostNegatives) return [];
    const list = ad_group_id === null ? 'negative_keywords' : 'negative_keywords_for_ad_groups';
    const owner = ad_group_id === null ? 'campaign' : 'ad group';
    return [{ list, text: sent, message: `This ${owner} has 5,000 negative keywords`, code: 'blocked' }];
  });
}
