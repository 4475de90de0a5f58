import type { SearchAdsWriter } from '@tapwise/adapters';
import { createCreateCampaignActivities } from '../../../workflows/src/campaigns/create-campaign/create-campaign.activities.ts';
import { createCampaignProcess } from '../../../workflows/src/campaigns/create-campaign/create-campaign.contract.ts';
import { creationRequests } from '../../../workflows/src/campaigns/create-campaign/create-campaign.requests.ts';
import { createCampaign } from '../../../workflows/src/campaigns/create-campaign/create-campaign.story.ts';
import { processOf } from '../../../workflows/src/story/process.ts';
import { createSkippingClock } from '../../../workflows/src/testing/skipped-waits.ts';
import { type SimulatorProcess, startSimulator } from '../../contract/apple/simulator-process.ts';
import { linkOrganization } from '../../support/facts/ads-world.ts';
import { type Answered, type ApiService, startApi } from '../../support/services/api-service.ts';
import { type RequestWorker, startRequestWorker } from '../../support/workers/request-worker.ts';
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
  /** The same request again, with what was answered, until no offset comes back. @throws Error when the same one does for long. */
  untilEnd(method: 'POST' | 'PUT', path: string, body: object): Promise<{ end: Answered; offsets: number[] }>;
  writes(): Promise<readonly RecordedWrite[]>;
  stop(): Promise<void>;
}

/** Each answer waits for news: a creation that shows none so many times has none. */
const mostRepeats = 40;

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
  const worker = startWorker(api, client);
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
    worker,
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
        const last = offsets.slice(-mostRepeats);
        if (last.length === mostRepeats && last.every((seen) => seen === offset))
          throw new Error(`The creation does not go on: ${JSON.stringify(end.body)}`);
        end = await call(method, path, { ...body, campaign_id, offset, request_id });
      }
      return { end, offsets };
    },
    writes: () => recordedWrites(simulator),
    stop: async () => {
      await worker.stop();
      await Promise.all([api.stop(), simulator.stop()]);
    },
  };
}

function startWorker({ log, deps }: ApiService, searchAds: { writer: SearchAdsWriter }): RequestWorker {
  const stopping = new AbortController();
  const clock = createSkippingClock();
  const { directory, vault } = deps;
  const sources = { log, directory, vault, searchAds, stopping: stopping.signal, now: clock.now };
  return startRequestWorker({
    log,
    kind: creationRequests,
    process: processOf(createCampaignProcess, createCampaign),
    activities: createCreateCampaignActivities(sources),
    clock,
    stopping,
  });
}
