import {
  claimTypeSchema,
  type MonthlyResponse,
  monthlyQuerySchema,
  monthlyReportPath,
  monthlyResponseSchema,
} from '@tapwise/contract';
import { applicationsOfTeam, DomainError } from '@tapwise/domain';
import { monthlyReport, type ReportScope, reportScope } from '@tapwise/projections/queries';
import { linkedOrganization, ownApplication } from '../../access/own-application.ts';
import { isRestricted, withoutWithheld } from '../../access/restricted-view.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { earliestDay, readChoice, readCountries } from '../report-parameters.ts';
import { todayOf } from '../report-scope.ts';
import { withReportNotice } from './report-notice.ts';

/** `GET /api/asa/monthly_reports`: a year by calendar month of install, of one application or all of the team's. */
export function monthlyReportRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    monthlyReportPath,
    {
      schema: { querystring: monthlyQuerySchema, response: { 200: monthlyResponseSchema } },
      config: { right: 'read_reports', past: true },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { query } = request;
      const { scopes, currency } = ownScopes(deps, session, query);
      const question = {
        scopes,
        currency,
        now: deps.now(),
        year: readYear(deps, scopes, query.year),
        countries: readCountries(query.country ?? 'all'),
        claimType: readChoice(claimTypeSchema, query.claim_type ?? 'click', 'unknown_claim_type'),
      };
      const { rows, totals, asOf, warning, position } = await monthlyReport(deps.tables, question, request.signal);
      holdsUpTo(reply, position);
      const hide = isRestricted(session);
      const subject = { team: session.team, orgIds: scopes.map(({ orgId }) => orgId) };
      return withReportNotice(deps, subject, {
        status: 'ok' as const,
        rows: (hide ? rows.map(withoutWithheld) : rows) as MonthlyResponse['rows'],
        totals: (hide ? withoutWithheld(totals) : totals) as MonthlyResponse['totals'],
        currency,
        as_of: asOf,
        ...(warning === undefined ? {} : { warning }),
      });
    },
  );
}

type Raw = Readonly<Record<string, string | undefined>>;

/** All organizations asked for; money of several applications is in the currency of the team's first one. */
function ownScopes(
  deps: ApiDependencies,
  session: Pick<Session, 'account'>,
  raw: Raw,
): { scopes: ReportScope[]; currency: string } {
  const all = applicationsOfTeam(deps.directory.state, session.account.team_id);
  const applications =
    raw.application_id === undefined ? all : [ownApplication(deps, session, readId(raw, 'application_id'))];
  const orgId = raw.asa_organization_id === undefined ? undefined : readId(raw, 'asa_organization_id');
  const scopes = applications.flatMap((application) =>
    application.organizations
      .filter(({ org_id }) => orgId === undefined || org_id === orgId)
      .map((organization) => reportScope(application, organization)),
  );
  // Answers 404 for an organization that none of them has.
  if (orgId !== undefined && scopes.length === 0) {
    const [first] = applications;
    if (first === undefined) throw new DomainError('not_found', { message: 'This organization was not found.' });
    linkedOrganization(first, orgId);
  }
  return { scopes, currency: applications[0]?.currency ?? 'USD' };
}

function readYear(deps: ApiDependencies, scopes: readonly ReportScope[], text: string | undefined): number {
  const details = { field: 'year' };
  const year = /^\d{4}$/.test(text ?? '') ? Number(text) : 0;
  const first = Number(earliestDay.slice(0, 4));
  if (year < first) {
    throw new DomainError('invalid_date_range', { message: `year must be a year from ${first} on.`, details });
  }
  const zones = scopes.length === 0 ? ['UTC'] : scopes.map((scope) => scope.timeZone);
  const newest = Math.max(...zones.map((zone) => Number(todayOf(deps, zone).slice(0, 4))));
  if (year > newest) throw new DomainError('invalid_date_range', { message: 'year is in the future.', details });
  return year;
}
