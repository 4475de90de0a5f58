import type { Campaign, NegativeKeyword } from '../../../market/world/structure.ts';
import type { EffectOf } from '../../../market/written/write-records.ts';
import { badRequest } from '../../advertising/ads-api-error.ts';
import { setting } from '../../advertising/changes/rules.ts';
import { MOST_KEYWORDS, objectBody, statusOf, textOf } from '../../advertising/changes/values.ts';
import { negativeView } from '../structure/structure-views.ts';
import { currentAdGroup, currentCampaign, listBody, readRows } from './fields.ts';
import { deletion, MATCH_TYPES, withoutDuplicates } from './keyword-writes.ts';
import type { Handled, WriteCall, WriteRoutes } from './write-route.ts';

const SWITCH = ['ACTIVE', 'PAUSED'] as const;
type NewNegative = Pick<EffectOf<'negative'>, 'text' | 'matchType' | 'status'>;

/** Negative keywords of campaigns and of ad groups. */
export function registerNegativeWrites(routes: WriteRoutes): void {
  for (const list of ['/campaigns/:campaignId', '/campaigns/:campaignId/adgroups/:adGroupId']) {
    routes.add('POST', `${list}/negativekeywords/bulk`, createNegatives);
    routes.add('PUT', `${list}/negativekeywords/bulk`, updateNegatives);
    routes.add('POST', `${list}/negativekeywords/delete/bulk`, (call) => {
      const { campaign, currentNegatives } = scopeOf(call);
      const wanted = new Set(listBody(call.body).map(Number));
      return deletion(
        campaign,
        currentNegatives().filter(({ id }) => wanted.has(id)),
      );
    });
  }
}

/** The campaign or ad group of the path. `adGroup` is null for a campaign. */
function scopeOf(call: WriteCall): {
  campaign: Campaign;
  adGroup: number | null;
  currentNegatives: () => readonly NegativeKeyword[];
} {
  const campaign = currentCampaign(call).built;
  const adGroup = call.path.adGroupId === '' ? null : currentAdGroup(call).built.id;
  const currentNegatives = () =>
    campaign.negatives
      .filter(({ adGroupId }) => adGroupId === adGroup)
      .map(call.settings.negative)
      .filter(({ deleted }) => !deleted);
  return { campaign, adGroup, currentNegatives };
}

const responseData =
  (campaign: Campaign, ids: readonly number[]): Handled['data'] =>
  (settings) => {
    const byId = new Map(campaign.negatives.map((negative) => [negative.id, negative]));
    return ids.flatMap((id) => {
      const negative = byId.get(id);
      return negative === undefined ? [] : [negativeView({ deleted: false }, settings.negative(negative))];
    });
  };

function createNegatives(call: WriteCall): Handled {
  const { campaign, adGroup, currentNegatives } = scopeOf(call);
  const rows = readRows(call, listBody(call.body), (row, index): NewNegative => {
    const at = (field: string) => `NegativeKeywordImport[${index}].${field}`;
    const fields = objectBody(row, ['text', 'matchType', 'status', 'campaignId', 'adGroupId']);
    if (fields.matchType == null)
      throw badRequest('A required field is missing', at('matchType'), 'MISSING_REQUIRED_FIELD');
    return {
      text: textOf(fields.text, at('text')),
      matchType: statusOf(fields.matchType, MATCH_TYPES, at('matchType')),
      status: statusOf(fields.status ?? 'ACTIVE', SWITCH, at('status')),
    };
  });
  const stored = currentNegatives();
  if (stored.length + rows.length > MOST_KEYWORDS)
    throw badRequest(`More than ${MOST_KEYWORDS} negative keywords`, '', 'LIMIT_EXCEEDED');
  const { fresh, problems } = withoutDuplicates(call, rows, stored, 'NegativeKeywordImport');
  const effects = fresh.map((row, ahead): EffectOf<'negative'> => {
    const id = call.api.world.written.nextId('negative', ahead);
    return { do: 'negative', id, campaign: campaign.index, adGroup, ...row };
  });
  return {
    effects,
    problems,
    data: responseData(
      campaign,
      effects.map(({ id }) => id),
    ),
  };
}

/** Only the status of a negative keyword can change. */
function updateNegatives(call: WriteCall): Handled {
  const { campaign, currentNegatives } = scopeOf(call);
  const byId = new Map(currentNegatives().map((negative) => [negative.id, negative]));
  const effects = readRows(call, listBody(call.body), (row, index) => {
    const at = (field: string) => `NegativeKeywordImport[${index}].${field}`;
    const fields = objectBody(row, ['id', 'status', 'campaignId', 'adGroupId']);
    const negative = byId.get(Number(fields.id));
    if (negative === undefined) throw badRequest('The keyword does not exist', at('id'), 'INVALID_KEYWORD_ID');
    return setting(campaign, negative, { status: statusOf(fields.status, SWITCH, at('status')) });
  });
  return {
    effects,
    data: responseData(
      campaign,
      effects.map(({ id }) => id),
    ),
  };
}
