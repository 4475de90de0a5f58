import { historyPath, historyQuerySchema, historyResponseSchema } from '@tapwise/contract';
import {
  type AdsExtraPullState,
  adsExtraPullDecider,
  adsExtraPullStream,
  adsPullStream,
  applicationsOfTeam,
  type Day,
  fold,
  type HistoryProgress,
  historyProgress,
  type OpenApplication,
  usersFacts,
} from '@tapwise/domain';
import { oldestFigures } from '@tapwise/projections/queries';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';

/** The parts of a first pull are among the first events of a long stream. */
const eventsRead = 200;

/** `GET /api/history`: how much of the past is in, for each application that has an ad organization. */
export function historyRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    historyPath,
    {
      schema: { querystring: historyQuerySchema, response: { 200: historyResponseSchema } },
      config: { right: 'read_reports' },
    },
    async (request) => {
      const { team } = sessionOf(request);
      const applications = applicationsOfTeam(deps.directory.state, team.team_id).filter(
        ({ organizations }) => organizations.length > 0,
      );
      const responses = applications.map(async (application) => ({
        application_id: application.application_id,
        ...(await progressOf(deps, application)),
      }));
      return { status: 'ok' as const, applications: await Promise.all(responses) };
    },
  );
}

async function progressOf(deps: ApiDependencies, application: OpenApplication): Promise<HistoryProgress> {
  const { application_id, organizations } = application;
  const pulls = await Promise.all(organizations.map(({ org_id }) => pullsOf(deps, application_id, org_id)));
  return historyProgress({
    ...usersFacts(application, deps.now().getTime()),
    adsFrom: leastFar(pulls.map(({ from }) => from)),
    monthsPulled: pulls.every(({ months }) => months !== undefined),
    oldestFigures: await oldestFigures(deps.tables, application_id),
  });
}

async function pullsOf(
  { log }: ApiDependencies,
  applicationId: number,
  orgId: number,
): Promise<{ from: Day | null; months: AdsExtraPullState['months'] }> {
  const [days, extras] = await Promise.all([
    log.readStream(adsPullStream(applicationId, orgId), { maxCount: eventsRead }),
    log.readStream(adsExtraPullStream(applicationId, orgId)),
  ]);
  const [from] = days.flatMap(({ event }) => (event.type === 'AdsPullCompleted' ? [event.data.from_day] : [])).sort();
  const completed = extras.flatMap(({ event }) => (event.type === 'AdsExtraPullCompleted' ? [event] : []));
  return { from: from ?? null, months: fold(adsExtraPullDecider, completed).months };
}

/** The newest of several days; `null` when one is missing. */
function leastFar(days: readonly (Day | null)[]): Day | null {
  const reachedDays = days.filter((day) => day !== null).sort();
  return reachedDays.length < days.length ? null : (reachedDays.at(-1) ?? null);
}
