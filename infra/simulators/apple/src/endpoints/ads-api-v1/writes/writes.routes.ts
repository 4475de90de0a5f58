import type { FastifyInstance } from 'fastify';
import type { PlatformSite } from '../platform-site.ts';
import { registerAdGroupWrites } from './ad-group-writes.ts';
import { registerAdWrites } from './ad-writes.ts';
import { registerCampaignWrites } from './campaign-writes.ts';
import { registerKeywordWrites } from './keyword-writes.ts';
import { registerNegativeWrites } from './negative-writes.ts';

/** Calls that change campaigns and what is in them. */
export function registerWriteRoutes(server: FastifyInstance, site: PlatformSite): void {
  registerCampaignWrites(server, site);
  registerAdGroupWrites(server, site);
  registerKeywordWrites(server, site);
  registerNegativeWrites(server, site);
  registerAdWrites(server, site);
}
