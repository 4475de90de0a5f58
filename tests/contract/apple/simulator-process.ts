import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  createAdsPlatformClient,
  createSearchAdsClient,
  type SearchAdsClient,
  type SearchAdsCredentials,
  type SearchAdsTransportOptions,
} from '@tapwise/adapters';
import { programArguments } from '../../support/programs/program-arguments.ts';

/** The interfaces of Apple Ads that the product speaks; both have to give the same in its words. */
export const adsApis = ['v5', 'v1'] as const;
export type AdsApi = (typeof adsApis)[number];

/** The Apple simulator in a process of its own, as the product meets it: over its endpoints alone. */
export interface SimulatorProcess {
  readonly url: string;
  readonly credentials: Extract<SearchAdsCredentials, { privateKeyFile: string }>;
  /** A client that repeats quickly. */
  searchAds(options?: {
    api?: AdsApi;
    credentials?: SearchAdsCredentials;
    onAnswer?: SearchAdsTransportOptions['onAnswer'];
  }): SearchAdsClient;
  /** Sets fault switches. */
  faults(switches: object): Promise<void>;
  /** Makes something happen in the simulated world now. */
  cause(event: object): Promise<void>;
  /** What really happened. */
  truth<Truth>(question: Record<string, string | number>): Promise<Truth>;
  stop(): Promise<void>;
}

/** All objects of the market with a fifth of its traffic: a row of figures costs the simulator and its client alike. */
const smallMarket = { SIMULATOR_APPLE: 'both', SIMULATOR_SCALE: '0.2' };

/** @param environment Settings beside the usual ones. */
export async function startSimulator(environment: Record<string, string> = {}): Promise<SimulatorProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'apple-simulator-'));
  const child = spawn(process.execPath, programArguments('simulator'), {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, ...smallMarket, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const url = `http://127.0.0.1:${/^LISTENING (\d+)$/.exec(line)?.[1]}`;
  const provider = JSON.parse(readFileSync(join(folder, 'provider.json'), 'utf8')) as Record<string, string>;
  const { client_id = '', team_id = '', key_id = '', private_key_file = '' } = provider;
  const providerCredentials = { clientId: client_id, teamId: team_id, keyId: key_id, privateKeyFile: private_key_file };
  const clients: SearchAdsClient[] = [];
  return {
    url,
    credentials: providerCredentials,
    searchAds: ({ api = 'v5', credentials = providerCredentials, onAnswer } = {}) => {
      const tokenUrl = `${url}/auth/oauth2/token`;
      const options = { tokenUrl, credentials, firstRetryMs: 1, onUnreadable: refuse, onAnswer };
      const accounts = { accessOf: (orgId: number) => ({ adAccountId: orgId }) };
      const client =
        api === 'v5'
          ? createSearchAdsClient({ ...options, apiUrl: `${url}/api/v5` })
          : createAdsPlatformClient({ ...options, apiUrl: `${url}/v1`, accounts });
      clients.push(client);
      return client;
    },
    faults: (switches) => postTo(`${url}/faults`, switches),
    cause: (event) => postTo(`${url}/control`, event),
    truth: async <Truth>(question: Record<string, string | number>) => {
      const params = new URLSearchParams(
        Object.entries(question).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const response = await fetch(`${url}/truth?${params}`);
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as Truth;
    },
    stop: async () => {
      await Promise.all(clients.map((client) => client.close()));
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function postTo(address: string, content: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(content) });
  if (!response.ok) throw new Error(await response.text());
}

/** Everything the simulator sends must be readable. */
function refuse(problem: { operation: string; unreadable: number; reason: string }): void {
  throw new Error(`${problem.operation}: ${problem.unreadable} objects cannot be read: ${problem.reason}`);
}
