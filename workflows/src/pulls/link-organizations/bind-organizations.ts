import {
  type AdAccountReader,
  bindAccount,
  campaignsSought,
  type EventLog,
  type FoldFollower,
  handleCommand,
  type KeyVault,
  ownCredentials,
  type Reading,
  SearchAdsError,
  type SeenAccounts,
  type StoredCampaigns,
  seeAccounts,
  type VisibleAccount,
} from '@tapwise/adapters';
import {
  type AccountDecision,
  type AdsConnection,
  type AdsConnections,
  adsConnectionDecider,
  adsConnectionStream,
  connectionOf,
  type Directory,
  DomainError,
  decideAccount,
  organizationsOfAccounts,
  seeCandidates,
  type UsedCredentials,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import { recordAcceptance, recordRefusal } from './record-access.ts';

/** What is needed to find out which ad account is which organization. */
export interface BindingSources {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly connections: FoldFollower<AdsConnections>;
  readonly adAccounts: AdAccountReader;
  readonly storedCampaigns: StoredCampaigns;
  readonly vault: Pick<KeyVault, 'decrypt'>;
}

/** Organizations that are asked about as one API user. */
interface AccessGroup {
  /** `null`: as the shared one. */
  readonly credentials: NonNullable<AdsConnection['credentials']> | null;
  readonly organizations: readonly LinkedNames[];
}

interface LinkedNames {
  readonly orgId: number;
  readonly names: readonly string[];
}

/**
 * Looks over all accounts that our key and those of organizations see, and binds every organization whose account is proven.
 * @returns what is visible, as organizations. @throws SearchAdsError when our own key sees nothing now.
 */
export async function bindOrganizations(
  sources: BindingSources,
  signal: AbortSignal | undefined,
): Promise<Reading<VisibleAccount>> {
  const { connections } = sources;
  await connections.caughtUp;
  const groups = accessGroups(sources);
  const readings: Reading<VisibleAccount>[] = [];
  // Our own key comes last: that it fails keeps nobody with a key waiting.
  for (const group of groups.toSorted((a, b) => Number(a.credentials === null) - Number(b.credentials === null))) {
    const accounts = await bindGroup(sources, group, signal);
    if (accounts !== undefined) readings.push(accounts);
  }
  const accounts = new Map(readings.flatMap(({ items }) => items).map((account) => [account.org_id, account]));
  return {
    items: organizationsOfAccounts([...accounts.values()], connections.state),
    problems: readings.flatMap(({ problems }) => problems),
    unread: new Map(),
  };
}

function accessGroups({ directory, connections }: BindingSources): AccessGroup[] {
  const organizations = new Map<number, LinkedNames>();
  for (const application of directory.state.applications.values()) {
    for (const { org_id: orgId, name, account_name } of application.organizations) {
      const names = organizations.get(orgId)?.names ?? [];
      organizations.set(orgId, { orgId, names: [...names, name, account_name] });
    }
  }
  const shared: LinkedNames[] = [];
  const groups: AccessGroup[] = [];
  for (const organization of organizations.values()) {
    const { credentials } = connectionOf(connections.state, organization.orgId);
    if (credentials === null) shared.push(organization);
    else groups.push({ credentials, organizations: [organization] });
  }
  return [...groups, { credentials: null, organizations: shared }];
}

/** @returns `undefined` when a key of an organization does not open anything now. @throws SearchAdsError when our own does not. */
async function bindGroup(
  sources: BindingSources,
  group: AccessGroup,
  signal: AbortSignal | undefined,
): Promise<Reading<VisibleAccount> | undefined> {
  const { log, connections, storedCampaigns, adAccounts, vault } = sources;
  const used: UsedCredentials =
    group.credentials === null ? 'shared' : { clientId: group.credentials.clientId, keyId: group.credentials.keyId };
  const unbound = group.organizations.filter(({ orgId }) => connectionOf(connections.state, orgId).account === null);
  const sought = new Map<number, readonly number[]>();
  for (const { orgId } of unbound) {
    sought.set(orgId, (await storedCampaigns.ofOrganization(orgId)).slice(0, campaignsSought));
  }
  try {
    const credentials = group.credentials === null ? undefined : ownCredentials(group.credentials, vault);
    const seen = await seeAccounts(adAccounts, { credentials, campaignIds: [...sought.values()].flat(), signal });
    for (const organization of unbound) {
      const campaignIds = sought.get(organization.orgId) ?? [];
      await bindOne(sources, organization, { seen, campaignIds });
    }
    await acceptWhatWorks(sources, group, { used, accounts: seen.accounts.items });
    return seen.accounts;
  } catch (error) {
    if (!(error instanceof SearchAdsError)) throw error;
    if (error.reason === 'credentials') {
      for (const { orgId } of group.organizations) await connections.reached(await recordRefusal(log, { orgId, used }));
    }
    if (group.credentials === null) throw error;
    return undefined;
  }
}

async function bindOne(
  { log, directory, connections }: BindingSources,
  { orgId, names }: LinkedNames,
  { seen, campaignIds }: { seen: SeenAccounts; campaignIds: readonly number[] },
): Promise<void> {
  const linked = [...directory.state.applications.values()].flatMap(({ organizations }) => organizations);
  const decision = decideAccount(
    { orgId, names, hasStoredCampaigns: campaignIds.length > 0 },
    seen.forCampaigns(campaignIds),
    {
      organizationsByAccount: connections.state.organizationsByAccount,
      linkedIds: new Set(linked.map(({ org_id }) => org_id)),
    },
  );
  // An account that could not be read may be the one.
  if (decision.kind === 'unproven' && !seen.isComplete) return;
  const position = await recordDecision(log, orgId, decision);
  if (position !== undefined) await connections.reached(position);
}

async function recordDecision(log: EventLog, orgId: number, decision: AccountDecision): Promise<bigint | undefined> {
  const context = workflowActor('link-organizations');
  switch (decision.kind) {
    case 'undecided':
      return undefined;
    case 'proven': {
      const { adAccountId, v1OrgId } = decision.account;
      try {
        return await bindAccount(log, { orgId, adAccountId, v1OrgId, provenBy: decision.provenBy, context });
      } catch (error) {
        // Another organization, or a person, was faster: the next look sees it.
        if (error instanceof DomainError) return undefined;
        throw error;
      }
    }
    case 'unproven': {
      const { candidates } = decision;
      const seenAt = new Date().toISOString();
      const { position } = await handleCommand(log, {
        stream: adsConnectionStream(orgId),
        decider: adsConnectionDecider,
        context,
        cause: `candidates ${seenAt}`,
        decide: (state) => seeCandidates(state, { orgId, candidates, seenAt }),
      });
      return position;
    }
  }
}

/** Credentials that were refused work again for an organization when its account could be read with them. */
async function acceptWhatWorks(
  { log, connections }: BindingSources,
  { organizations }: AccessGroup,
  { used, accounts }: { used: UsedCredentials; accounts: readonly VisibleAccount[] },
): Promise<void> {
  const visible = new Set(accounts.map(({ org_id }) => org_id));
  for (const { orgId } of organizations) {
    const { account, refusedAt } = connectionOf(connections.state, orgId);
    if (refusedAt === null || (account !== null && !visible.has(account.adAccountId))) continue;
    await connections.reached(await recordAcceptance(log, { orgId, used }));
  }
}
