import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createSearchAdsClient, type SearchAdsClient, type SearchAdsCredentials } from '@tapwise/adapters';
import { programArguments } from '../../support/programs/program-arguments.ts';

/** The Apple simulator in a process of its own, as the product meets it: over its endpoints alone. */
export interface SimulatorProcess {
  readonly url: string;
  readonly credentials: SearchAdsCredentials;
  /** A client that repeats quickly. */
  searchAds(credentials?: SearchAdsCredentials): SearchAdsClient;
  /** Sets fault switches. */
  faults(switches: object): Promise<void>;
  /** What really happened. */
  truth<Truth>(question: Record<string, string | number>): Promise<Truth>;
  stop(): Promise<void>;
}

export async function startSimulator(): Promise<SimulatorProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'apple-simulator-'));
  const child = spawn(process.execPath, programArguments('simulator'), {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder },
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
    searchAds: (credentials = providerCredentials) => {
      const addresses = { apiUrl: `${url}/api/v5`, tokenUrl: `${url}/auth/oauth2/token` };
      const client = createSearchAdsClient({ ...addresses, credentials, firstRetryMs: 1, onUnreadable: refuse });
      clients.push(client);
      return client;
    },
    faults: async (switches) => {
      const body = JSON.stringify(switches);
      const set = await fetch(`${url}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      if (!set.ok) throw new Error(await set.text());
    },
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

/** Everything the simulator sends must be readable. */
function refuse(problem: { operation: string; unreadable: number; reason: string }): void {
  throw new Error(`${problem.operation}: ${problem.unreadable} objects cannot be read: ${problem.reason}`);
}
