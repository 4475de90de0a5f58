import { generateKeyPairSync } from 'node:crypto';
import { appleAdsKeyBodySchema, appleAdsKeyResponseSchema } from '@tapwise/contract/apple-ads';
import { DomainError, makeAdsKey } from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { linkedOrganization, ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { changeConnection } from './connection-command.ts';

/** `POST /api/application/apple_ads/key`: the public half of a key made for the organization; the private half is never shown. */
export function makeKeyRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application/apple_ads/key',
    {
      schema: { body: appleAdsKeyBodySchema, response: { 200: appleAdsKeyResponseSchema } },
      config: { right: 'manage_connections' },
    },
    async (request, reply) => {
      const { application_id, asa_organization_id, replace: replaces = false } = request.body;
      const application = ownApplication(deps, sessionOf(request), Number(application_id));
      const { org_id: orgId } = linkedOrganization(application, Number(asa_organization_id));
      const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
      const privateKey = await deps.vault.encrypt(
        `team-${application.team_id}`,
        pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      );
      const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const madeAt = deps.now().toISOString();
      const { state, position } = await changeConnection(deps, personContext(request), orgId, (connection) =>
        makeAdsKey(connection, { orgId, publicKey, privateKey, replaces, madeAt }),
      );
      if (state.key === null) throw new DomainError('internal');
      holdsUpTo(reply, position);
      return { status: 'ok' as const, public_key: state.key.publicKey };
    },
  );
}
