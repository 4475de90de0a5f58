import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { consumeIgnoredWrite } from '../../../control/platform-faults.ts';
import type { AdGroup, Campaign } from '../../../market/world/structure.ts';
import type { Effect } from '../../../market/written/write-records.ts';
import { AdsApiError, badRequest, notFound } from '../../advertising/ads-api-error.ts';
import { campaignsOf } from '../../advertising/ads-api-site.ts';
import { carryOutWrite } from '../../advertising/changes/carry-out.ts';
import type { ChangeSite } from '../../advertising/changes/rules.ts';
import { nameOf } from '../../advertising/changes/values.ts';
import { COLLECTIONS } from '../objects/collections.ts';
import type { ObjectPath } from '../objects/object-kinds.ts';
import { manualAccountOf, type PlatformSite } from '../platform-site.ts';

/** A call that is to change something, checked as far as all such calls are alike. */
export interface PlatformWrite extends ChangeSite {
  readonly site: PlatformSite;
  /** Of the path; NaN where it has none. */
  readonly id: number;
  readonly body: unknown;
}

/** What a call does; the object with `id` is its answer, or nothing. */
export interface PlatformChange {
  readonly effects: readonly Effect[];
  readonly id: number | null;
}

/** Text of an answer, and its status. */
export interface WrittenResponse {
  readonly effects: readonly Effect[];
  readonly body: () => string;
  readonly status?: number;
}

const parameters = z.object({ id: z.string().default('') });

type Method = 'POST' | 'PUT' | 'DELETE';

/** A route whose calls are recorded and may fail on demand, as those of the older API. */
export function writeRoute(
  server: FastifyInstance,
  site: PlatformSite,
  route: { readonly method: Method; readonly url: string; readonly isUpdate: boolean },
  handle: (write: PlatformWrite) => WrittenResponse,
): void {
  const { api, faults } = site;
  server.route({
    method: route.method,
    url: `/v1${route.url}`,
    handler: (request, reply) => {
      const { organization } = manualAccountOf(site, request);
      if (organization === null) throw new AdsApiError(403, 'FORBIDDEN', 'The ad account does not allow this call.');
      const path = (request.url.split('?')[0] ?? '').replace(/^\/v1/, '');
      return carryOutWrite({ api, faults, request, reply, organization, version: 'v1', path }, (settings) => {
        const id = Number(parameters.parse(request.params).id || Number.NaN);
        const response = handle({ site, api, organization, settings, id, body: request.body ?? {} });
        const isIgnored = route.isUpdate && consumeIgnoredWrite(faults.platform);
        return isIgnored ? { ...response, effects: [] } : response;
      });
    },
  });
}

/** A route that changes one object of a kind and answers with it. */
export function objectRoute(
  server: FastifyInstance,
  site: PlatformSite,
  route: { readonly method: Method; readonly path: ObjectPath },
  change: (write: PlatformWrite) => PlatformChange,
): void {
  const url = route.method === 'POST' ? `/${route.path}` : `/${route.path}/:id`;
  writeRoute(server, site, { method: route.method, url, isUpdate: route.method === 'PUT' }, (write) => {
    const { effects, id } = change(write);
    return {
      effects,
      body: () => (id === null ? '{}' : JSON.stringify({ result: viewsOf(write, route.path, [id])[0] })),
    };
  });
}

/** Objects of a kind as they are now, in the order of the ids. */
export function viewsOf(
  { site, organization }: PlatformWrite,
  path: ObjectPath,
  ids: readonly number[],
): readonly unknown[] {
  const scope = { ids: new Set(ids), campaignIds: null, adGroupIds: null, withDestination: true };
  const byId = new Map(COLLECTIONS[path](site, organization, scope).map((view) => [view.id, view]));
  return ids.map((id) => byId.get(id));
}

/** A name as the service takes it. @throws AdsApiError 400 for none, a long one, or one with `|` */
export function platformName(value: unknown, most: number): string {
  const name = nameOf(value, most);
  if (name.includes('|')) throw badRequest('The name has a character that is not allowed', 'name', 'INVALID_VALUE');
  return name;
}

/** An object as it is at the moment, and what it was built as. */
export interface CurrentCampaign {
  readonly built: Campaign;
  readonly now: Campaign;
}

/** @throws AdsApiError 404 for a campaign that does not exist or is deleted */
export function campaignToChange({ api, organization, settings }: ChangeSite, id: number): CurrentCampaign {
  const built = campaignsOf(api, organization).find((campaign) => campaign.id === id);
  const now = built === undefined ? undefined : settings.campaign(built);
  if (built === undefined || now === undefined || now.deleted) throw notFound();
  return { built, now };
}

export interface CurrentAdGroup {
  readonly campaign: CurrentCampaign;
  readonly built: AdGroup;
  readonly now: AdGroup;
}

/** @throws AdsApiError 404 for an ad group that does not exist or is deleted, by itself or with its campaign */
export function adGroupToChange(site: ChangeSite, id: number): CurrentAdGroup {
  const parent = campaignsOf(site.api, site.organization).find(({ adGroups }) =>
    adGroups.some((group) => group.id === id),
  );
  if (parent === undefined) throw notFound();
  const campaign = campaignToChange(site, parent.id);
  const built = parent.adGroups.find((group) => group.id === id);
  const now = built === undefined ? undefined : site.settings.adGroup(built);
  if (built === undefined || now === undefined || now.deleted) throw notFound();
  return { campaign, built, now };
}
