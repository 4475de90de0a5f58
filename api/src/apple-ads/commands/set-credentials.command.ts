import { ownCredentials, SearchAdsError } from '@tapwise/adapters';
import { appleAdsConnectionResponseSchema, appleAdsCredentialsBodySchema } from '@tapwise/contract/apple-ads';
import { connectionOf, DomainError, type OwnCredentials, readCredentialNames, setCredentials } from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { linkedOrganization, ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { connectionResponse } from '../connection-response.ts';
import { changeConnection } from './connection-command.ts';

const notAccepted =
  'Apple did not accept this access. Please compare the three values, and check that the public key is the one that was uploaded.';
/** Longest wait for Apple's opinion of credentials. */
const tryMs = 15_000;

/** `POST /api/application/apple_ads/credentials`: access of the organization's own, used once Apple has accepted it. */
export function setCredentialsRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application/apple_ads/credentials',
    {
      schema: { body: appleAdsCredentialsBodySchema, response: { 200: appleAdsConnectionResponseSchema } },
      config: { right: 'manage_connections' },
    },
    async (request, reply) => {
      const { application_id, asa_organization_id, client_id, team_id, key_id } = request.body;
      const application = ownApplication(deps, sessionOf(request), Number(application_id));
      const organization = linkedOrganization(application, Number(asa_organization_id));
      const { org_id: orgId } = organization;
      const names = readCredentialNames({ client_id, team_id, key_id });
      const { key } = connectionOf(deps.appleAds.connections.state, orgId);
      if (key === null) throw new DomainError('wrong_state');
      const credentials = { ...names, privateKey: key.privateKey };
      await requireAccepted(deps, credentials);
      const setAt = deps.now().toISOString();
      const { position } = await changeConnection(deps, personContext(request), orgId, (connection) =>
        setCredentials(connection, { orgId, ...credentials, setAt }),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const, connection: connectionResponse(deps.appleAds, { application, organization }) };
    },
  );
}

/** Tries credentials. @throws DomainError `refused` when Apple does not accept them, `unavailable` while it does not say. */
async function requireAccepted({ appleAds, vault, logger }: ApiDependencies, entered: OwnCredentials): Promise<void> {
  if (appleAds.adAccounts === undefined) throw new DomainError('unavailable');
  try {
    const signal = AbortSignal.timeout(tryMs);
    await appleAds.adAccounts.visible({ credentials: ownCredentials(entered, vault), signal });
  } catch (error) {
    if (error instanceof SearchAdsError && isRefusal(error)) {
      throw new DomainError('refused', { message: notAccepted, cause: error });
    }
    logger.warn({ err: error }, 'Apple Ads gave no answer about credentials');
    throw new DomainError('unavailable', { cause: error });
  }
}

const isRefusal = ({ reason, status }: SearchAdsError): boolean => reason === 'credentials' || status === 403;
