import {
  type CreationResponse,
  creationPaths,
  creationResponseSchema,
  discoveryCampaignBodySchema,
  discoveryKeywordsBodySchema,
  filterDiscoveryBodySchema,
  searchTermPaths,
  skagCampaignBodySchema,
  skagCampaignBulkBodySchema,
  skagKeywordsBodySchema,
} from '@tapwise/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ApiServer } from '../../http/api-server.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { type CreatingBody, create } from './create.ts';
import {
  type CreatingCall,
  discoveryCampaignCall,
  discoveryKeywordsCall,
  filterDiscoveryCall,
  skagCampaignBulkCall,
  skagCampaignCall,
  skagKeywordsCall,
} from './creating-call.ts';

const bodyLimit = 4 * 1024 * 1024;

/** Calls that create campaigns and keywords in the background. */
export function creationRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const route = <Body>(method: 'POST' | 'PUT', url: string, body: z.ZodType<Body>, call: CreatingCall<Body>): void => {
    app.route({
      method,
      url,
      bodyLimit,
      config: { right: 'act' },
      schema: { body, response: { 200: creationResponseSchema } },
      handler: (request: FastifyRequest, reply: FastifyReply): Promise<CreationResponse> =>
        create(settingsContext, call, request.body as Body & CreatingBody, request, reply),
    });
  };
  route('POST', creationPaths.skagCampaign, skagCampaignBodySchema, skagCampaignCall);
  route('POST', creationPaths.skagCampaignBulk, skagCampaignBulkBodySchema, skagCampaignBulkCall);
  route('POST', creationPaths.skagKeywords, skagKeywordsBodySchema, skagKeywordsCall);
  route('POST', creationPaths.discoveryCampaign, discoveryCampaignBodySchema, discoveryCampaignCall);
  route('PUT', creationPaths.discoveryCampaign, discoveryKeywordsBodySchema, discoveryKeywordsCall);
  route('POST', searchTermPaths.filterDiscovery, filterDiscoveryBodySchema, filterDiscoveryCall);
}
