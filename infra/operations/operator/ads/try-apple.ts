import {
  openSecrets,
  ownCredentials,
  readAdsConnections,
  SearchAdsError,
  type TrialRow,
  tryAdsPlatform,
} from '@tapwise/adapters';
import { type OperatorTools, type Subcommand, UsageError } from '../subcommand.ts';
import { openOlderAds, providerUser } from './ads-clients.ts';
import { printFailure } from './print-failure.ts';

/** Makes read-only calls of both interfaces with the configured keys and prints what came: what to look at first with a real key. */
export const tryApple: Subcommand = {
  usage: 'try-apple',
  async run(args, tools) {
    if (args.length > 0) throw new UsageError('try-apple takes no arguments');
    try {
      for await (const row of rowsOf(tools)) tools.print(row);
      return 0;
    } catch (error) {
      return printFailure(tools, error);
    }
  },
};

async function* rowsOf({ environment, log }: OperatorTools): AsyncGenerator<TrialRow> {
  const addresses = { apiUrl: environment.APPLE_ADS_V1_URL };
  const user = providerUser(environment);
  yield* tryAdsPlatform({ ...addresses, ...user });
  yield await tryOlder(environment);
  const { byOrganization } = await readAdsConnections(log, await log.lastPosition());
  const { vault } = await openSecrets(environment);
  for (const [orgId, { credentials }] of byOrganization) {
    if (credentials === null) continue;
    const organization = { ...addresses, tokenUrl: user.tokenUrl, credentials: ownCredentials(credentials, vault) };
    for await (const row of tryAdsPlatform(organization)) yield { ...row, call: `${row.call}, key of ${orgId}` };
  }
}

/** Which organizations version 5 shows to the same user: their numbers are compared with those of ad accounts. */
async function tryOlder(environment: OperatorTools['environment']): Promise<TrialRow> {
  let http: number | null = null;
  const client = openOlderAds(environment, { onAnswer: (_call, { status }) => (http = status) });
  const began = performance.now();
  const row = (seen: object): TrialRow => ({
    call: 'GET /acls of v5',
    http,
    seconds: Math.round(performance.now() - began) / 1000,
    seen,
  });
  try {
    const { items } = await client.acls();
    return row({
      organizations: items.map(({ org_id }) => org_id),
      roles: [...new Set(items.flatMap(({ role_names }) => role_names))],
    });
  } catch (error) {
    if (!(error instanceof SearchAdsError)) throw error;
    return row({ reason: error.reason, problems: error.problems });
  } finally {
    await client.close();
  }
}
