import { type AdsObjects, inTables, linkOrganization, pulledFigures } from '../support/facts/ads-world.ts';
import { type ApiService, startApi } from '../support/services/api-service.ts';

/** A team with a user of SQL, beside another team that has the same app. */
export interface TwoTeams {
  readonly api: ApiService;
  /** Of the API; the protocol is below `/clickhouse`. */
  readonly url: string;
  readonly mine: AdsObjects;
  readonly theirs: AdsObjects;
  readonly token: string;
  readonly sql: { readonly user: string; readonly password: string; readonly database: string };
}

const mine: AdsObjects = { orgId: 4001, campaignId: 5001, adGroupId: 6001, keywordId: 7001 };
const theirs: AdsObjects = { orgId: 4003, campaignId: 5003, adGroupId: 6003, keywordId: 7003 };

/** @param sqlPort of the protocol at its own port; none when left out. */
export async function startTwoTeams(sqlPort?: number): Promise<TwoTeams> {
  const settings = sqlPort === undefined ? {} : { sqlPort };
  const api = await startApi({ tables: true, ownEngine: true, settings });
  const url = await api.listen();
  const me = await api.signUp();
  const they = await api.signUp();
  for (const [person, objects] of [
    [me, mine],
    [they, theirs],
  ] as const) {
    const body = { name: 'App', url: 'https://apps.apple.com/app/id1500000001' };
    const added = await api.call('POST', '/api/application', { token: person.token, body });
    const id = Number(added.body.application_id);
    await linkOrganization(api, { id, adamId: 1500000001, accountId: person.accountId }, objects);
    const figures = { impressions: 1000, taps: 100, installs: 10, spendMicros: 12_340_000 };
    const day = api.deps.now().toISOString().slice(0, 10);
    await inTables(api, await pulledFigures(api, id, objects, { day, ...figures }));
  }
  const made = await api.call('POST', '/api/sql_user', { token: me.token, body: { label: 'Analyst' } });
  const { user, password, database } = made.body as { user: string; password: string; database: string };
  return { api, url, mine, theirs, token: me.token, sql: { user, password, database } };
}
