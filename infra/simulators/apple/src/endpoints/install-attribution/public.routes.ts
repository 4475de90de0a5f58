import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SimulatorClock } from '../../base/clock.ts';
import type { Faults } from '../../control/faults.ts';
import { type App, appOf } from '../../market/world/apps.ts';
import type { AdServices } from './ad-services.ts';

const lookupQuery = z.object({ id: z.string().default('') });

/** Apple's endpoints that need no account: attribution and the look-up of apps. */
export function registerPublicRoutes(
  server: FastifyInstance,
  clock: SimulatorClock,
  adServices: AdServices,
  faults: Faults,
): void {
  server.post('/api/v1/', (request, reply) => {
    if (faults.adServicesDown) return reply.code(500).send();
    const token = typeof request.body === 'string' ? request.body : '';
    const response = adServices.exchange(token, clock.now(), faults.unknownFirstCallShare);
    return response.body === null ? reply.code(response.status).send() : reply.code(200).send(response.body);
  });
  server.get('/lookup', (request, reply) => {
    const ids = lookupQuery.parse(request.query).id.split(',');
    const results = ids.flatMap((id) => {
      const app = appOf(Number(id));
      return app === null ? [] : [lookupResult(app)];
    });
    return reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .send(JSON.stringify({ resultCount: results.length, results }));
  });
}

/** A part of what https://itunes.apple.com/lookup answers about an app; also its odd content type is kept. */
const lookupResult = (app: App): object => ({
  wrapperType: 'software',
  kind: 'software',
  trackId: app.adamId,
  trackName: app.name,
  trackCensoredName: app.name,
  bundleId: app.bundleId,
  artistName: app.artist,
  sellerName: app.artist,
  primaryGenreName: app.genre,
  genres: [app.genre],
  currency: 'USD',
  price: 0,
  formattedPrice: 'Free',
  version: '4.1.2',
  minimumOsVersion: '16.0',
  languageCodesISO2A: ['EN', 'DE', 'FR', 'JA'],
  trackViewUrl: `https://apps.apple.com/us/app/${app.name.toLowerCase()}/id${app.adamId}`,
});
