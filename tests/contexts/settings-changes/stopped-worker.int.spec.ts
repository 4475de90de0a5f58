import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { campaignStream } from '@tapwise/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closedOutside } from '../../../infra/operations/addresses/closed-outside.ts';
import { programArguments } from '../../support/programs/program-arguments.ts';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'stopped-worker-'));
let world: SettingsChangeWorld;
let worker: ChildProcess;

beforeAll(async () => {
  world = await startSettingsChangeWorld();
  await world.worker.stop();
  await world.campaign(700, [{ adGroupId: 710, keywordId: 720, bid: 1_000_000 }]);
  const { service } = world;
  worker = spawn(process.execPath, programArguments('workflows'), {
    env: {
      ...process.env,
      ...closedOutside,
      EVENTSTORE_URL: world.api.addresses.EVENTSTORE_URL,
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      APPLE_ADS_API: 'v5',
      APPLE_ADS_API_URL: service.apiUrl,
      APPLE_ADS_TOKEN_URL: service.tokenUrl,
      APPLE_ADS_CLIENT_ID: service.credentials.clientId,
      APPLE_ADS_TEAM_ID: service.credentials.teamId,
      APPLE_ADS_KEY_ID: service.credentials.keyId,
      APPLE_ADS_PRIVATE_KEY_FILE: service.credentials.privateKeyFile,
      PULL_INTERVAL_SECONDS: '3600',
    },
    stdio: 'inherit',
  });
});

afterAll(async () => {
  worker.kill('SIGKILL');
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('a stopped worker ends only after the write under way is answered and recorded', async () => {
  world.service.writeMs = 3_000;
  const isWrite = ({ method, path }: { method: string; path: string }) => method === 'PUT' && path.endsWith('/bulk');
  const writeCall = world.call('PUT', 'keywords_bids', {
    new_bids: { '700:710:720': 1.25 },
  });
  await expect.poll(() => world.service.calls.some(isWrite)).toBe(true);
  worker.kill('SIGTERM');
  const [code] = await once(worker, 'exit');
  expect(code).toBe(0);
  const events = await world.api.log.readStream(campaignStream(700));
  expect(events.map(({ event }) => event.type)).toContain('KeywordBidChanged');
  await writeCall;
});
