import { invitationQuerySchema, invitationResponseSchema } from '@tapwise/contract';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { requireInvitation } from '../invitation.ts';

const lookUps = { calls: 30, seconds: 60 };

/** `GET /api/account/collaborator`: what an invitation is to; `token` is the invitation's. */
export function invitationRoute(app: ApiServer, deps: ApiDependencies): void {
  const limit = app.callLimits.windowed('invitation', lookUps.calls, lookUps.seconds);
  app.get(
    '/api/account/collaborator',
    {
      schema: { querystring: invitationQuerySchema, response: { 200: invitationResponseSchema } },
      config: { right: 'public' },
    },
    async (request) => {
      await limit(request.clientAddress);
      const { team, invitation } = requireInvitation(deps, request.query.token ?? '');
      const [organization_name, email] = await Promise.all(
        [team.name, invitation.email].map((cipher) => deps.vault.decrypt(cipher)),
      );
      return { status: 'ok' as const, organization_name: organization_name ?? '', email: email ?? '' };
    },
  );
}
