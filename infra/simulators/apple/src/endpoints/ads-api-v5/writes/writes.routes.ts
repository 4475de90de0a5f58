import type { FastifyInstance } from 'fastify';
import type { Faults } from '../../../control/faults.ts';
import type { AdsApi } from '../../advertising/ads-api-site.ts';
import { registerAdGroupWrites } from './ad-group-writes.ts';
import { registerAdWrites } from './ad-writes.ts';
import { registerCampaignWrites } from './campaign-writes.ts';
import { registerKeywordWrites } from './keyword-writes.ts';
import { registerNegativeWrites } from './negative-writes.ts';
import { writeRoutes } from './write-route.ts';

/** Calls that change campaigns and what is in them. */
export function registerWriteRoutes(server: FastifyInstance, api: AdsApi, faults: Faults): void {
  const routes = writeRoutes(server, api, faults);
  registerCampaignWrites(routes);
  registerAdGroupWrites(routes);
  registerKeywordWrites(routes);
  registerNegativeWrites(routes);
  registerAdWrites(routes);
}
