import { type Environment, type EventLog, handleCommand, openEventLog, readEnvironment } from '@tapwise/adapters';
import {
  addDays,
  adsPullDecider,
  adsPullStream,
  completePull,
  type Day,
  dayInZone,
  type LinkedOrganization,
} from '@tapwise/domain';
import type { OperatorTools, Subcommand } from '../../../infra/operations/operator/subcommand.ts';
import { createOrganizationMemories } from '../../../workflows/src/pulls/pull-organization/organization-memory.ts';
import { recordSlice, slicesOf } from '../../../workflows/src/pulls/pull-organization/record-slices.ts';
import { listedIn } from '../../../workflows/src/pulls/pull-organization/record-structure.ts';
import { type SimulatorProcess, startSimulator } from '../../contract/apple/simulator-process.ts';
import { type EventStoreUnderTest, startEventStore } from '../engines/eventstore-node.ts';
import { addApplication, linkOrganization } from './linked-application.ts';
import { asTest } from './settings.ts';

/** A log in which an application has an organization of the simulated ad service. */
export interface SimulatedOrganization {
  readonly node: EventStoreUnderTest;
  readonly log: EventLog;
  readonly simulator: SimulatorProcess;
  readonly ref: { readonly application_id: number; readonly org_id: number };
  readonly organization: Pick<LinkedOrganization, 'currency' | 'time_zone'>;
  readonly today: Day;
  /** What an operator of such an installation has set. */
  environment(api: 'v1' | 'v5'): Record<string, string>;
  /** Runs a subcommand of the operator in this process. */
  run(
    subcommand: Subcommand,
    api: 'v1' | 'v5',
    ...args: readonly string[]
  ): Promise<{ code: number; rows: readonly Record<string, unknown>[] }>;
  stop(): Promise<void>;
}

export const simulatedAdamId = 1500000001;
const longestMonth = 31;

interface SimulatedOrganizationOptions {
  /** Days that the first pull brought in, of which the log has the figures of the oldest month; absent: there was none. */
  readonly pulledDays?: number;
  /** Settings of the simulator. */
  readonly simulator?: Record<string, string>;
}

export async function startSimulatedOrganization(
  options: SimulatedOrganizationOptions = {},
): Promise<SimulatedOrganization> {
  const node = await startEventStore();
  const log = openEventLog(node.url);
  const simulator = await startSimulator(options.simulator);
  const ref = { application_id: 1, org_id: 40669820 };
  const visible = (await simulator.searchAds().acls()).items.find(({ org_id }) => org_id === ref.org_id);
  if (visible === undefined) throw new Error('The organization is not there');
  const { currency, time_zone } = visible;
  await addApplication(log, { id: 1, adamId: simulatedAdamId });
  await linkOrganization(log, 1, { org_id: ref.org_id, currency, time_zone });
  const today = dayInZone(Date.now(), time_zone);
  if (options.pulledDays !== undefined) {
    const from = addDays(today, 1 - options.pulledDays);
    await recordFiguresOf(log, simulator, { ref, currency, from });
    await recordPull(log, ref, from, today);
  }
  const environment = (api: 'v1' | 'v5'): Record<string, string> => ({
    DEMO: 'off',
    EVENTSTORE_URL: node.url,
    APPLE_ADS_API: api,
    APPLE_ADS_API_URL: `${simulator.url}/api/v5`,
    APPLE_ADS_V1_URL: `${simulator.url}/v1`,
    APPLE_ADS_TOKEN_URL: `${simulator.url}/auth/oauth2/token`,
    APPLE_ADS_CLIENT_ID: simulator.credentials.clientId,
    APPLE_ADS_TEAM_ID: simulator.credentials.teamId,
    APPLE_ADS_KEY_ID: simulator.credentials.keyId,
    APPLE_ADS_PRIVATE_KEY_FILE: simulator.credentials.privateKeyFile,
  });
  return {
    node,
    log,
    simulator,
    ref,
    organization: { currency, time_zone },
    today,
    environment,
    run: async (subcommand, api, ...args) => {
      const rows: Record<string, unknown>[] = [];
      const tools = toolsOf(log, readEnvironment(environment(api)), rows);
      return { code: await subcommand.run(args, tools), rows };
    },
    stop: async () => {
      await simulator.stop();
      await log.close();
      await node.stop();
    },
  };
}

/** Subcommands about the ad service ask no tables. */
function toolsOf(log: EventLog, environment: Environment, rows: Record<string, unknown>[]): OperatorTools {
  const context = { actor: { kind: 'operator', id: 'operator-command' } } as const;
  const print = (row: object): void => void rows.push(JSON.parse(JSON.stringify(row)) as Record<string, unknown>);
  return { log, environment, context, print, complain: () => undefined, tables: undefined as never };
}

/** What a pull brings in of a month of days. */
async function recordFiguresOf(
  log: EventLog,
  simulator: SimulatorProcess,
  { ref, currency, from }: { ref: SimulatedOrganization['ref']; currency: string; from: Day },
): Promise<void> {
  const { application_id: applicationId, org_id: orgId } = ref;
  const client = simulator.searchAds({ api: 'v5' });
  const listed = listedIn(await client.findCampaigns({ orgId, currency }, simulatedAdamId));
  const memory = createOrganizationMemories(log).of(applicationId, orgId);
  const { signal } = new AbortController();
  for (const days of slicesOf(from, addDays(from, longestMonth - 1)))
    await recordSlice(client, memory, listed, { applicationId, orgId, currency, ...days, signal }, []);
}

async function recordPull(log: EventLog, ref: SimulatedOrganization['ref'], from: Day, today: Day): Promise<void> {
  const pulled_at = new Date().toISOString();
  await handleCommand(log, {
    stream: adsPullStream(ref.application_id, ref.org_id),
    decider: adsPullDecider,
    cause: 'pulled',
    context: asTest,
    decide: (state) => completePull(state, { ...ref, pulled_at, from_day: from, to_day: today }),
  });
}
