import { randomUUID } from 'node:crypto';
import { newWebhookSecret, readOutboundAddress, webhookHeaders } from '@tapwise/adapters';
import {
  notificationForwardingBodySchema,
  notificationForwardingPath,
  notificationForwardingResponseSchema,
  webhookCallBodySchema,
  webhookSecretPath,
  webhookSecretResponseSchema,
  webhookTestPath,
  webhookTestResponseSchema,
} from '@tapwise/contract';
import {
  type CustomerEndpoint,
  type CustomerEndpoints,
  DomainError,
  endpointState,
  rotateSecret,
  setEndpoint,
  signingSecrets,
} from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { readEndpoints, secretSubject } from '../customer-endpoints.ts';
import { forwardingResponse } from '../forwarding-response.ts';
import { changeEndpoints } from './endpoints.ts';

/** Sets the addresses of customers that receive our events and the store's notifications, and what events are signed with. */
export function webhookRoutes(app: ApiServer, deps: ApiDependencies): void {
  forwardingRoutes(app, deps);
  secretRoute(app, deps);
  testRoute(app, deps);
}

function forwardingRoutes(app: ApiServer, deps: ApiDependencies): void {
  const response = { 200: notificationForwardingResponseSchema };
  app.post(
    notificationForwardingPath,
    {
      schema: { body: notificationForwardingBodySchema, response },
      config: { right: 'manage_applications' },
    },
    async (request, reply) => {
      const { application_id: applicationId, webhook_url, proxy_url } = request.body;
      const application = ownApplication(deps, sessionOf(request), Number(applicationId));
      const urls = { webhook: readAddress(deps, webhook_url), forwarding: readAddress(deps, proxy_url) };
      const plain = newWebhookSecret();
      const secret = await deps.vault.encrypt(secretSubject(application.application_id), plain);
      const of = { application_id: application.application_id, at: deps.now().toISOString() };
      const ids = { webhook: randomUUID(), forwarding: randomUUID() };
      const { state, events, position } = await changeEndpoints(deps, personContext(request), application, (state) =>
        (['webhook', 'forwarding'] as const).flatMap((kind) => {
          const url = urls[kind];
          if (url === undefined) return [];
          const endpointSecret = kind === 'webhook' ? secret : null;
          return setEndpoint(state, { ...of, kind, url, endpoint_id: ids[kind], secret: endpointSecret });
        }),
      );
      holdsUpTo(reply, position);
      const made = events.some(({ type, data }) => type === 'CustomerEndpointOpened' && data.lane === 'webhook');
      return { ...forwardingResponse(state), ...(made ? { webhook_secret: plain } : {}) };
    },
  );
}

function secretRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    webhookSecretPath,
    {
      schema: { body: webhookCallBodySchema, response: { 200: webhookSecretResponseSchema } },
      config: { right: 'manage_applications' },
    },
    async (request, reply) => {
      const application = ownApplication(deps, sessionOf(request), Number(request.body.application_id));
      const webhook_secret = newWebhookSecret();
      const secret = await deps.vault.encrypt(secretSubject(application.application_id), webhook_secret);
      const { position } = await changeEndpoints(deps, personContext(request), application, (state) => {
        activeWebhook(state);
        return rotateSecret(state, secret, deps.now().toISOString());
      });
      holdsUpTo(reply, position);
      return { status: 'ok' as const, webhook_secret };
    },
  );
}

function testRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    webhookTestPath,
    {
      schema: { body: webhookCallBodySchema, response: { 200: webhookTestResponseSchema } },
      config: { right: 'manage_applications' },
    },
    async (request) => {
      const { application_id } = ownApplication(deps, sessionOf(request), Number(request.body.application_id));
      const endpoint = activeWebhook(await readEndpoints(deps, application_id));
      const now = deps.now().getTime();
      const secrets = await Promise.all(signingSecrets(endpoint, now).map((cipher) => deps.vault.decrypt(cipher)));
      const body = Buffer.from('{"event":"test"}');
      const signed = webhookHeaders(
        { id: randomUUID(), timestamp: Math.floor(now / 1000), body },
        secrets.filter((secret) => secret !== undefined),
      );
      const headers = { ...signed, 'content-type': 'application/json', 'x-tapwise-test': 'true' };
      const { status, ms } = await deps.outbound.client.post(endpoint.url, body, headers);
      const delivered = status !== null && status >= 200 && status < 300;
      return { status: 'ok' as const, delivered, http_status: status, ms };
    },
  );
}

/** @throws DomainError `wrong_state` when webhooks are not sent. */
function activeWebhook({ webhook }: CustomerEndpoints): CustomerEndpoint {
  if (webhook === undefined || endpointState(webhook) !== 'active') {
    throw new DomainError('wrong_state', { message: 'There is no active webhook endpoint.' });
  }
  return webhook;
}

/** @returns `undefined` when it was not given, '' when it is to be taken away. @throws DomainError `invalid_address`. */
function readAddress({ outbound }: ApiDependencies, text: string | undefined): string | undefined {
  if (text === undefined || text === '') return text;
  if (readOutboundAddress(text, outbound.targets) === undefined) throw new DomainError('invalid_address');
  return text;
}
