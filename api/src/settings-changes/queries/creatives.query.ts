import { creativesQuerySchema, creativesResponseSchema, productPagePaths } from '@tapwise/contract';
import type { ApiServer } from '../../http/api-server.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { queryTarget } from '../change-target.ts';
import { creativesResponse, ownCreatives } from '../own-creatives.ts';
import type { SettingsContext } from '../settings-context.ts';

/** `GET creatives`: custom product pages that ads can use, as they were read last. */
export function creativesRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.get(
    productPagePaths.creatives,
    {
      config: { right: 'act' },
      schema: { querystring: creativesQuerySchema, response: { 200: creativesResponseSchema } },
    },
    async (request) => {
      const { query } = request;
      const target = queryTarget(settingsContext.deps, { session: sessionOf(request), query });
      return creativesResponse(await ownCreatives(settingsContext, target));
    },
  );
}
