import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { alertPaths, noticesQuerySchema, noticesResponseSchema, readNoticesBodySchema } from '@tapwise/contract/alerts';
import { DomainError, noticesStream, statelessDecider } from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { noticeResponses, noticesOfTeam } from '../../access/folds/team-notices.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';

const config = { right: 'read_reports' } as const;
const pageLength = 50;

/** What is below the bell of a person. Alerts are not for restricted members, so theirs is empty. */
export function noticeRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps, alerts } = settingsContext;
  const response = { 200: noticesResponseSchema };
  app.get(alertPaths.notices, { schema: { querystring: noticesQuerySchema, response }, config }, async (request) => {
    await alerts.caughtUp;
    return pageOf(settingsContext, sessionOf(request), request.query.before);
  });
  app.post(
    alertPaths.noticesRead,
    { schema: { body: readNoticesBodySchema, response }, config },
    async (request, reply) => {
      const { ids, all } = request.body;
      const session = sessionOf(request);
      if ((ids === undefined) === (all === undefined))
        throw new DomainError('invalid_request', { message: 'Say which notices were read, or all' });
      await alerts.caughtUp;
      // A page may show the first of many incidents each by itself.
      const existing = new Set(noticesOf(settingsContext, session).flatMap(({ id, unitIds }) => [id, ...unitIds]));
      if (ids?.some((id) => !existing.has(id)) === true)
        throw new DomainError('not_found', { message: 'This notice was not found.' });
      const { account_id } = session.account;
      const read_at = deps.now().toISOString();
      const { position } = await handleCommand(deps.log, {
        stream: noticesStream(account_id),
        decider: statelessDecider,
        cause: request.writeCall?.callId ?? randomUUID(),
        context: personContext(request),
        decide: () => [
          {
            type: 'NoticesRead',
            data: { account_id, notice_ids: [...new Set(ids ?? [])], through: all === true ? read_at : null, read_at },
          },
        ],
      });
      await alerts.reached(position);
      holdsUpTo(reply, position);
      return pageOf(settingsContext, session, undefined);
    },
  );
}

function noticesOf({ deps, alerts }: SettingsContext, { access, account }: Session) {
  return access === 'restricted'
    ? []
    : noticesOfTeam(alerts.state, deps.directory.state, account.team_id, deps.now().getTime());
}

function pageOf(settingsContext: SettingsContext, session: Session, before: string | undefined) {
  const all = noticeResponses(
    settingsContext.alerts.state,
    session.account.account_id,
    noticesOf(settingsContext, session),
  );
  const last = before === undefined ? -1 : all.findIndex(({ id }) => id === before);
  if (before !== undefined && last === -1)
    throw new DomainError('not_found', { message: 'This notice was not found.' });
  return {
    status: 'ok' as const,
    unread: all.filter(({ read }) => !read).length,
    notices: all.slice(last + 1, last + 1 + pageLength),
  };
}
