import { parseArgs } from 'node:util';
import {
  bindAccount,
  campaignsSought,
  createAdsPlatformClient,
  createStoredCampaigns,
  type Environment,
  type EventLog,
  openSecrets,
  ownCredentials,
  SearchAdsError,
  seeAccounts,
  spokenInterface,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  type AdsConnections,
  adsConnectionStreamPrefixes,
  bindingOf,
  connectionMessage,
  connectionOf,
  createAdsConnections,
  credentialsKindOf,
  type Directory,
  DomainError,
  evolveAdsConnections,
  isReadOnly,
  isStanding,
  type LinkedOrganization,
  type OpenApplication,
  productFailures,
  requireFittingAccount,
} from '@tapwise/domain';
import { readDirectory } from './read-directory.ts';
import { type OperatorTools, type Subcommand, UsageError } from './subcommand.ts';

/** How all organizations are connected to Apple Ads, after one was bound to an account where that is asked for. */
export const appleAds: Subcommand = {
  usage: 'apple-ads [--bind <org_id> <ad_account_id>]',
  async run(args, tools) {
    const order = readArguments(args);
    const directory = await readDirectory(tools.log);
    try {
      if (order !== undefined) await bind(tools, directory, order);
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof SearchAdsError)) throw error;
      const code = error instanceof DomainError ? error.code : 'unavailable';
      tools.print({ status: 'error', code, error_message: error.message });
      return 1;
    }
    const connections = await readConnections(tools.log);
    tools.print(serviceRow(tools.environment, directory, connections));
    for (const linked of linkedOrganizations(directory)) tools.print(connectionRow(tools.environment, connections, linked));
    return 0;
  },
};

interface BindOrder {
  readonly orgId: number;
  readonly adAccountId: number;
}

function readArguments(args: readonly string[]): BindOrder | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { bind: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [orgId, adAccountId, ...others] = positionals.map(Number);
  if (!values.bind && positionals.length === 0) return undefined;
  if (!values.bind || orgId === undefined || adAccountId === undefined || others.length > 0)
    throw new UsageError('An organization is bound to one account');
  if (![orgId, adAccountId].every((id) => Number.isSafeInteger(id) && id > 0)) throw new UsageError('Ids are numbers');
  return { orgId, adAccountId };
}

interface Linked {
  readonly application: OpenApplication;
  readonly organization: LinkedOrganization;
}

/** Each organization once. */
function linkedOrganizations({ applications }: Directory): Linked[] {
  const all = [...applications.values()].flatMap((application) =>
    application.organizations.map((organization): [number, Linked] => [
      organization.org_id,
      { application, organization },
    ]),
  );
  return [...new Map(all).values()];
}

/** @throws DomainError as `requireFittingAccount`; SearchAdsError while the service does not answer. */
async function bind(tools: OperatorTools, directory: Directory, { orgId, adAccountId }: BindOrder): Promise<void> {
  const { log, environment, context } = tools;
  const linked = linkedOrganizations(directory).find(({ organization }) => organization.org_id === orgId);
  if (linked === undefined) throw new DomainError('not_found');
  const { name, account_name } = linked.organization;
  const connections = await readConnections(log);
  const campaignIds = (await createStoredCampaigns(log).ofOrganization(orgId)).slice(0, campaignsSought);
  const { credentials: own } = connectionOf(connections, orgId);
  const client = openAccounts(environment);
  try {
    const { vault } = await openSecrets(environment);
    const credentials = own === null ? undefined : ownCredentials(own, vault);
    const seen = await seeAccounts(client.adAccounts, { credentials, campaignIds });
    const account = requireFittingAccount(
      { adAccountId, by: 'operator', isOwnAccess: own !== null },
      { orgId, names: [name, account_name], hasStoredCampaigns: campaignIds.length > 0 },
      seen.forCampaigns(campaignIds),
      {
        organizationsByAccount: connections.organizationsByAccount,
        linkedIds: new Set(linkedOrganizations(directory).map(({ organization }) => organization.org_id)),
      },
    );
    await bindAccount(log, { orgId, adAccountId, v1OrgId: account.v1OrgId, provenBy: 'operator', context });
  } finally {
    await client.close();
  }
}

/** Accounts only: about organizations nothing is asked here. */
const noOrganizations = { accessOf: () => undefined };

function openAccounts(environment: Environment) {
  const { APPLE_ADS_CLIENT_ID, APPLE_ADS_TEAM_ID, APPLE_ADS_KEY_ID, APPLE_ADS_PRIVATE_KEY_FILE } = environment;
  if (!APPLE_ADS_CLIENT_ID || !APPLE_ADS_TEAM_ID || !APPLE_ADS_KEY_ID || !APPLE_ADS_PRIVATE_KEY_FILE)
    throw new DomainError('unavailable', { message: 'The API user of Apple Ads is not configured' });
  return createAdsPlatformClient({
    apiUrl: environment.APPLE_ADS_V1_URL,
    tokenUrl: environment.APPLE_ADS_TOKEN_URL,
    credentials: {
      clientId: APPLE_ADS_CLIENT_ID,
      teamId: APPLE_ADS_TEAM_ID,
      keyId: APPLE_ADS_KEY_ID,
      privateKeyFile: APPLE_ADS_PRIVATE_KEY_FILE,
    },
    accounts: noOrganizations,
  });
}

/** How organizations are connected, read once. */
async function readConnections(log: EventLog): Promise<AdsConnections> {
  const stop = new AbortController();
  const fold = startFoldFollower(log, {
    state: createAdsConnections(),
    evolve: (state, { event, position }) => evolveAdsConnections(state, event, { position }),
    streamPrefixes: adsConnectionStreamPrefixes,
    signal: stop.signal,
  });
  await fold.caughtUp;
  stop.abort();
  return fold.state;
}

function serviceRow(environment: Environment, directory: Directory, connections: AdsConnections): object {
  const { version, isEnded } = spokenInterface(environment, connections);
  const isAway = productFailures(directory, Date.now()).some(
    ({ source, reason }) => source === 'ads_access' && reason !== 'not_configured',
  );
  return { api: version, state: version === 'v5' && isEnded ? 'ended' : isAway ? 'away' : 'working' };
}

function connectionRow(
  environment: Environment,
  connections: AdsConnections,
  { application, organization: { org_id, name } }: Linked,
): object {
  const connection = connectionOf(connections, org_id);
  const spoken = spokenInterface(environment, connections);
  const { account, candidates, history } = connection;
  return {
    organization_id: org_id,
    name,
    state: isStanding(connection, spoken) ? 'standing' : 'working',
    binding: bindingOf(connection),
    ad_account_id: account?.adAccountId ?? null,
    v1_org_id: account?.v1OrgId ?? null,
    proven_by: account?.provenBy ?? null,
    proven_at: account?.provenAt ?? null,
    credentials: credentialsKindOf(connection),
    candidates: (candidates ?? []).map(({ adAccountId, name: candidate }) => ({
      ad_account_id: adAccountId,
      name: candidate,
    })),
    history,
    message: connectionMessage(connection, { spoken, isReadOnly: isReadOnly(application, org_id) }),
  };
}
