import { parseArgs } from 'node:util';
import {
  chooseAccount,
  connectionRow,
  createStoredCampaigns,
  openAdAccounts,
  openSecrets,
  readAdsConnections,
} from '@tapwise/adapters';
import {
  adsServiceState,
  connectionOf,
  type Directory,
  DomainError,
  interfaceOf,
  productFailures,
} from '@tapwise/domain';
import { linkedOrganizations } from './ads/linked-organizations.ts';
import { readDirectory } from './read-directory.ts';
import { type OperatorTools, type Subcommand, UsageError } from './subcommand.ts';

/** How all organizations are connected to Apple Ads, after one was bound to an account where that is asked for. */
export const appleAds: Subcommand = {
  usage: 'apple-ads [--bind <org_id> <ad_account_id>]',
  async run(args, { print, ...tools }) {
    const order = readArguments(args);
    const directory = await readDirectory(tools.log);
    try {
      if (order !== undefined) await bind(tools, directory, order);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      print({ status: 'error', code: error.code, error_message: error.message });
      return 1;
    }
    const connections = await readAdsConnections(tools.log, await tools.log.lastPosition());
    const spoken = interfaceOf(tools.environment.APPLE_ADS_API, connections);
    print({ api: spoken.version, state: adsServiceState(spoken, productFailures(directory, Date.now())) });
    for (const subject of linkedOrganizations(directory)) {
      print(connectionRow(connectionOf(connections, subject.organization.org_id), spoken, subject));
    }
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

/** @throws DomainError as `chooseAccount`. */
async function bind(
  { log, environment, context }: Omit<OperatorTools, 'print'>,
  directory: Directory,
  { orgId, adAccountId }: BindOrder,
): Promise<void> {
  const linked = linkedOrganizations(directory).find(({ organization }) => organization.org_id === orgId);
  if (linked === undefined) throw new DomainError('not_found');
  const client = openAdAccounts(environment);
  if (client === undefined)
    throw new DomainError('unavailable', { message: 'The API user of Apple Ads is not configured' });
  try {
    const { vault } = await openSecrets(environment);
    const connections = await readAdsConnections(log, await log.lastPosition());
    await chooseAccount(
      {
        log,
        vault,
        directory,
        connections,
        adAccounts: client.adAccounts,
        storedCampaigns: createStoredCampaigns(log),
      },
      { organization: linked.organization, adAccountId, by: 'operator', context },
    );
  } finally {
    await client.close();
  }
}
