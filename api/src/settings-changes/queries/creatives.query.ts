import { creativesQuerySchema, creativesResponseSchema, productPagePaths } from '@tapwise/contract';
import type { ApiServer } from '../../http/api-server.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { changeTarget } from '../change-target.ts';
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
      const ids = {
        application_id: readId(query, 'application_id'),
        asa_organization_id: readId(query, 'asa_organization_id'),
      };
      return creativesResponse(
        await ownCreatives(settingsContext, changeTarget(settingsContext.deps, sessionOf(request), ids)),
      );
    },
  );
}
