import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../../../control/faults.ts';
import type { SettingsInForce } from '../../../market/world/settings-history.ts';
import type { Effect } from '../../../market/written/write-records.ts';
import type { AdsApiErrorItem } from '../../advertising/ads-api-error.ts';
import { type AdsApi, organizationOf } from '../../advertising/ads-api-site.ts';
import { carryOutWrite } from '../../advertising/changes/carry-out.ts';
import type { ChangeSite } from '../../advertising/changes/rules.ts';
import { envelope } from '../envelope.ts';

/** A call that is to change something, checked as far as all such calls are alike. */
export interface WriteCall extends ChangeSite {
  readonly faults: Faults;
  readonly path: { readonly campaignId: string; readonly adGroupId: string; readonly id: string };
  readonly body: unknown;
}

/** What a call does, and what it answers afterwards. Nothing has happened yet when a handler returns. */
export interface Handled {
  readonly effects: readonly Effect[];
  readonly data: (settings: SettingsInForce, now: number) => unknown;
  /** Rows that were not done although the call succeeds. */
  readonly problems?: readonly AdsApiErrorItem[];
}

/** @throws AdsApiError when the call is refused: it has no effect */
export type WriteHandler = (call: WriteCall) => Handled;

export interface WriteRoutes {
  add(method: 'POST' | 'PUT' | 'DELETE', path: string, handler: WriteHandler): void;
}

const parameters = z.object({
  campaignId: z.string().default(''),
  adGroupId: z.string().default(''),
  id: z.string().default(''),
});

/** Routes whose calls are recorded, successful or not, and can be made to fail with or without their effect. */
export function writeRoutes(server: FastifyInstance, api: AdsApi, faults: Faults): WriteRoutes {
  return {
    add(method, url, handler) {
      server.route({
        method,
        url: `/api/v5${url}`,
        handler: (request, reply) => {
          const organization = organizationOf(api, request);
          const path = (request.url.split('?')[0] ?? '').replace(/^\/api\/v5/, '');
          return carryOutWrite({ api, faults, request, reply, organization, version: 'v5', path }, (settings) => {
            const inPath = parameters.parse(request.params);
            const call = { api, faults, organization, path: inPath, body: request.body ?? null, settings };
            const { effects, data, problems } = handler(call);
            return { effects, body: (after, now) => envelope(data(after, now), null, problems) };
          });
        },
      });
    },
  };
}
