import {
  notificationForwardingPath,
  notificationForwardingQuerySchema,
  notificationForwardingResponseSchema,
} from '@tapwise/contract';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { readEndpoints } from '../customer-endpoints.ts';
import { forwardingResponse } from '../forwarding-response.ts';

/** Addresses of customers that receive our events and the store's notifications. */
export function forwardingRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    notificationForwardingPath,
    {
      schema: {
        querystring: notificationForwardingQuerySchema,
        response: { 200: notificationForwardingResponseSchema },
      },
      config: { right: 'act' },
    },
    async (request) => {
      const application = ownApplication(deps, sessionOf(request), readId(request.query, 'application_id'));
      return forwardingResponse(await readEndpoints(deps, application.application_id));
    },
  );
}
