import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, type SearchAdsWriter } from '@tapwise/adapters';
import { attemptActivities } from '../../../workflows/src/activity/attempt-activities.ts';
import { createCreateCampaignActivities } from '../../../workflows/src/create-campaign/create-campaign.activities.ts';
import { createFromLoop } from '../../../workflows/src/loop/work-from-loop.ts';
import { openCheckpointFile } from '../../../workflows/src/starter/checkpoint-file.ts';
import { keepWorking, type WorkDriver } from '../../../workflows/src/starter/keep-working.ts';
import { creationWork } from '../../../workflows/src/starter/start-creations.ts';
import { type SimulatorProcess, startSimulator } from '../../contract/apple/simulator-process.ts';
import { linkOrganization } from '../../support/facts/ads-world.ts';
import { type Answered, type ApiService, startApi } from '../../support/services/api-service.ts';
import { adamId, orgId, type RecordedWrite, recordedWrites } from './creation-world.ts';

/** The API with the worker that creates at the simulated Apple. */
export interface CreationService {
  readonly api: ApiService;
  readonly simulator: SimulatorProcess;
  readonly writer: SearchAdsWriter;
  readonly owner: { readonly token: string; readonly accountId: number };
  readonly applicationId: number;
  /** While it is away, creations wait in the log. */
  readonly worker: { away: boolean };
  call(method: 'POST' | 'PUT', path: string, body: object, headers?: Record<string, string>): Promise<Answered>;
  /** The same request again, with what was answered, until no offset comes back. */
  untilEnd(method: 'POST' | 'PUT', path: string, body: object): Promise<{ end: Answered; offsets: number[] }>;
  writes(): Promise<readonly RecordedWrite[]>;
  stop(): Promise<void>;
}

export async function startCreationService(options: { tables?: boolean } = {}): Promise<CreationService> {
  const [api, simulator] = await Promise.all([
    startApi({ ...options, settings: { changeWaits: { there: 10_000, away: 1000 } } }),
    startSimulator(),
  ]);
  const owner = await api.signUp();
  const made = await api.call('POST', '/api/application', {
    token: owner.token,
    body: { name: 'Moonvale', url: `https://apps.apple.com/app/id${adamId}` },
  });
  const applicationId = Number(made.body.application_id);
  const first = { orgId, campaignId: 5601, adGroupId: 6601, keywordId: 7601 };
  await linkOrganization(api, { id: applicationId, adamId, accountId: owner.accountId }, first);
  const client = simulator.searchAds();
  const work = startWorker(api, client);
  const call: CreationService['call'] = (method, path, body, headers = {}) =>
    api.call(method, `/api/asa/${path}`, {
      token: owner.token,
      headers,
      body: { application_id: applicationId, asa_organization_id: orgId, ...body },
    });
  return {
    api,
    simulator,
    writer: client.writer,
    owner,
    applicationId,
    worker: work.worker,
    call,
    untilEnd: async (method, path, body) => {
      const offsets: number[] = [];
      let end = await call(method, path, body);
      while (end.status === 200 && 'offset' in end.body) {
        const { offset, campaign_id, request_id } = end.body as {
          offset: number;
          campaign_id: number;
          request_id: string;
        };
        offsets.push(offset);
        end = await call(method, path, { ...body, campaign_id, offset, request_id });
      }
      return { end, offsets };
    },
    writes: () => recordedWrites(simulator),
    stop: async () => {
      await work.stop();
      await Promise.all([api.stop(), simulator.stop()]);
    },
  };
}

function startWorker({ log, deps }: ApiService, searchAds: { writer: SearchAdsWriter }) {
  const folder = mkdtempSync(join(tmpdir(), 'creation-worker-'));
  const stopping = new AbortController();
  const { signal } = stopping;
  const { directory, vault } = deps;
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const made = createCreateCampaignActivities({ log, directory, vault, searchAds, stopping: signal, now });
  const loop = createFromLoop(attemptActivities(made, { signal, stop: signal }));
  const driver: WorkDriver = {
    name: 'loop',
    apply: async (id) => {
      const step = await loop.apply(id);
      if (typeof step !== 'object') return step;
      // Waits for Apple are moved on; Stop all is looked at every moment.
      if (step.again_seconds > 2) skipped += step.again_seconds * 1000;
      return { again_seconds: Math.min(step.again_seconds, 0.05) };
    },
  };
  const worker = { away: false };
  const running = keepWorking(creationWork, {
    log,
    signal,
    logger: createLogger('test', 'silent'),
    checkpoint: openCheckpointFile(join(folder, 'creations.position')),
    driver: () => (worker.away ? undefined : driver),
  });
  const stop = async () => {
    stopping.abort();
    await running;
    rmSync(folder, { recursive: true, force: true });
  };
  return { worker, stop };
}
