import type { Session } from '../access/sign-in/sessions.ts';
import type { ApiDependencies } from '../http/dependencies.ts';

/** Where SQL is asked of a team's database. */
export function sqlAddress(deps: ApiDependencies, { team }: Session, requestedHost: string | undefined) {
  const url = new URL(deps.settings.publicUrl ?? `http://${requestedHost ?? 'localhost'}`);
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const sql_port = deps.settings.sqlPort ?? null;
  return { host: url.hostname, port, path: '/clickhouse', database: `team_${team.team_id}`, sql_port };
}
