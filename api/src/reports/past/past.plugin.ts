import {
  pastInstantSchema,
  pastViewBodySchema,
  pastViewParameter,
  pastViewPath,
  pastViewQuerySchema,
  pastViewResponseSchema,
} from '@tapwise/contract/past-view';
import { applicationsOfTeam, DomainError, type OpenApplication } from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { ownApplication } from '../../access/own-application.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { createPastViews, type PastViews } from './past-views.ts';

const callsPerHour = 60;

/**
 * Answers reports as they were known at a past instant: `as_of` in the address of a question. Registered after the rights and
 * before the routes; a question that knows no past is refused rather than answered with the present.
 */
export function servePast(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps } = settingsContext;
  const views = createPastViews(settingsContext);
  app.addHook('onClose', () => views.close());
  viewRoutes(app, deps, views);
  app.addHook('preValidation', async (request, reply) => {
    const { url, config } = request.routeOptions;
    if (request.method !== 'GET' || url === undefined || !url.startsWith('/api/') || url === pastViewPath)
      return undefined;
    const asOfText = parameterOf(request);
    if (asOfText === undefined) return undefined;
    // A single change is asked about to learn how it ended.
    if (config.past !== true || 'change_id' in textsOf(request))
      throw new DomainError('unsupported', { details: { field: pastViewParameter } });
    const session = sessionOf(request);
    const at = readInstant(deps, firstOf(deps, session, textsOf(request)), asOfText);
    const { status, headers, body } = await views.ask(at, session, withoutInstant(request), request.signal);
    return reply.code(status).headers(headers).send(body);
  });
}

function viewRoutes(app: ApiServer, deps: ApiDependencies, views: PastViews): void {
  const limit = app.callLimits.windowed('past view', callsPerHour, 3600);
  const response = { 200: pastViewResponseSchema };
  app.post(
    pastViewPath,
    { schema: { body: pastViewBodySchema, response }, config: { right: 'read_reports' } },
    async (request) => {
      const application = ownApplication(deps, sessionOf(request), request.body.application_id);
      const at = readInstant(deps, application, request.body.as_of);
      await limit(request.clientAddress);
      return { status: 'ok' as const, earliest: application.created_at, view: await views.prepare(at) };
    },
  );
  app.get(
    pastViewPath,
    { schema: { querystring: pastViewQuerySchema, response }, config: { right: 'read_reports' } },
    async (request) => {
      const { as_of } = request.query;
      const application = ownApplication(deps, sessionOf(request), readId(request.query, 'application_id'));
      const view = as_of === undefined ? null : await views.viewOf(readInstant(deps, application, as_of));
      return { status: 'ok' as const, earliest: application.created_at, view };
    },
  );
}

/** The application asked about; without one, as some calls are about all of the team's, the oldest. */
function firstOf(deps: ApiDependencies, session: Session, texts: Readonly<Record<string, string>>): OpenApplication {
  if (texts.application_id !== undefined) return ownApplication(deps, session, readId(texts, 'application_id'));
  const [first] = applicationsOfTeam(deps.directory.state, session.team.team_id).sort((a, b) =>
    a.created_at.localeCompare(b.created_at),
  );
  if (first === undefined) throw new DomainError('not_found');
  return first;
}

/** @throws DomainError `invalid_request` for what is no instant between the application's first one and now. */
function readInstant(deps: ApiDependencies, { created_at }: OpenApplication, text: unknown): Date {
  const details = { field: pastViewParameter };
  const parsed = pastInstantSchema.safeParse(text);
  if (!parsed.success) {
    throw new DomainError('invalid_request', {
      message: 'as_of must be an instant in UTC like 2026-11-26T09:00Z.',
      details,
    });
  }
  const at = new Date(parsed.data);
  if (at > deps.now()) throw new DomainError('invalid_request', { message: 'as_of lies in the future.', details });
  if (at.getTime() < Date.parse(created_at)) {
    throw new DomainError('invalid_request', { message: 'This application was added later.', details });
  }
  return at;
}

const parameterOf = ({ query }: FastifyRequest): unknown => (query as Record<string, unknown>)[pastViewParameter];

/** Parameters that are given once. */
const textsOf = ({ query }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(query as object).filter(([, value]) => typeof value === 'string'));

/** The path and its parameters, but for what the API itself has read. */
function withoutInstant({ url }: FastifyRequest): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  for (const name of [pastViewParameter, 'token']) searchParams.delete(name);
  return `${pathname}?${searchParams}`;
}
