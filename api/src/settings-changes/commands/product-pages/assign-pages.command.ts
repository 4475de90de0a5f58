import { assignProductPagesBodySchema, changeResponseSchema, productPagePaths } from '@tapwise/contract';
import { type CampaignState, campaignsOf, checkChange, DomainError, type Edit, mostRows } from '@tapwise/domain';
import type { z } from 'zod';
import { requireChangeable } from '../../../apple-ads/apple-ads.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { changeTarget } from '../../change-target.ts';
import { entryLimits } from '../../entry-limits.ts';
import { ownCreatives } from '../../own-creatives.ts';
import { respondToChange } from '../../respond-to-change.ts';
import { presentCampaigns, type SettingsContext } from '../../settings-context.ts';
import { changeIdOf, recordChange, wasAccepted } from '../accept-change.ts';
import { checkGuardrails } from '../check-guardrails.ts';
import { badBase } from '../read-edits.ts';

type Wish = z.infer<typeof assignProductPagesBodySchema>['ad_groups'][number];

/** `PUT ad_groups_cpps`: the product page that each ad group shows; a change like that of any other setting. */
export function assignPagesRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.put(
    productPagePaths.adGroupsCpps,
    {
      schema: { body: assignProductPagesBodySchema, response: { 200: changeResponseSchema } },
      config: { right: 'act' },
      bodyLimit: 4 * 1024 * 1024,
    },
    async (request, reply) => {
      const { body } = request;
      const session = sessionOf(request);
      const changeId = changeIdOf(request);
      if (await wasAccepted(settingsContext, request, changeId))
        return respondToChange(settingsContext, request, reply, changeId);
      const target = changeTarget(settingsContext.deps, session, body);
      if (body.ad_groups.length > mostRows) throw new DomainError('too_many_rows');
      const { currency, org_id: orgId } = target.organization;
      const campaigns = await presentCampaigns(settingsContext, campaignsOf(body.ad_groups.map(keyOf)));
      const states = new Map([...campaigns].map(([id, { state }]) => [id, state]));
      const seen = seenPages(body);
      const edits = body.ad_groups.map((wish) => editOf(wish, states, seen));
      const { creatives } = await ownCreatives(settingsContext, target);
      const rows = checkChange(edits, {
        orgId,
        adamId: target.application.adam_id,
        currency,
        limits: entryLimits(settingsContext.deps),
        campaigns: states,
        creatives,
      });
      requireChangeable(settingsContext.deps.appleAds, target.application, orgId);
      const confirmed = body.confirm_guardrails ?? false;
      const checked = await checkGuardrails(settingsContext, rows, target, campaigns, confirmed);
      await recordChange(settingsContext, request, changeId, {
        ...target,
        actor: { kind: 'person', account_id: session.account.account_id, source: null },
        comment: body.comment,
        confirmed,
        undoes: null,
        rows: checked,
        campaigns,
      });
      return respondToChange(settingsContext, request, reply, changeId);
    },
  );
}

const keyOf = ({ campaignId, id }: Wish): string => `${campaignId}:${id}`;

/** What its author had seen is the page of the ad that is named; none is the default page. */
function editOf(wish: Wish, states: ReadonlyMap<number, CampaignState>, seen: ReadonlyMap<number, number>): Edit {
  const { id, creativeId, adId } = wish;
  const edit = { key: keyOf(wish), field: 'creative' as const, wish: Number(creativeId) };
  if (adId === undefined) {
    const basedOn = seen.get(Number(id));
    return basedOn === undefined ? edit : { ...edit, basedOn };
  }
  if (adId === null) return { ...edit, basedOn: 0 };
  const seenAd = Number(adId);
  return { ...edit, seenAd, basedOn: states.get(Number(wish.campaignId))?.ads.get(seenAd)?.creative_id ?? 0 };
}

/** The pages that the author of a request saw, by ad group. @throws DomainError `invalid_request` for one that it does not change. */
function seenPages({ ad_groups, based_on = {} }: z.infer<typeof assignProductPagesBodySchema>): Map<number, number> {
  const seen = new Map(Object.entries(based_on).map(([id, page]) => [Number(id), Number(page)]));
  const requested = new Set(ad_groups.map(({ id }) => Number(id)));
  if ([...seen.keys()].some((id) => !requested.has(id))) throw badBase();
  return seen;
}
