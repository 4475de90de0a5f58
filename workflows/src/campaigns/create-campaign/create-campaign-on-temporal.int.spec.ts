import { requireTemporal } from '@tapwise/temporal-server';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CreationWorld,
  existingCreation,
  scope,
  startCreationWorld,
} from '../../../../tests/contexts/creations/creation-world.ts';
import { quietTemporal } from '../../../../tests/support/engines/temporal-runtime.ts';
import { bundledWorkflows } from '../../../../tests/support/programs/bundled-workflows.ts';
import type { ProcessRunner } from '../../story/process-runner.ts';
import { heartbeats } from '../../temporal/heartbeats.ts';
import { taskQueue, writeQueue } from '../../temporal/task-queues.ts';
import { createTemporalRunner } from '../../temporal/temporal-runner.ts';
import { type CreateCampaignActivities, createCampaignProcess } from './create-campaign.contract.ts';

let world: CreationWorld;
let temporal: TestWorkflowEnvironment;
let runner: ProcessRunner;
let end: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  quietTemporal();
  const path = await requireTemporal();
  world = await startCreationWorld();
  temporal = await TestWorkflowEnvironment.createLocal({ server: { executable: { type: 'existing-path', path } } });
  runner = createTemporalRunner(temporal.client);
  const activities = cutOff(world.process().activities);
  const connection = temporal.nativeConnection;
  const workers = await Promise.all([
    Worker.create({ connection, interceptors: heartbeats, taskQueue, ...bundledWorkflows(), activities }),
    Worker.create({ connection, interceptors: heartbeats, taskQueue: writeQueue, activities }),
  ]);
  const running = workers.map((worker) => worker.run());
  end = async () => {
    for (const worker of workers) worker.shutdown();
    await Promise.all(running);
    await temporal.teardown();
    await world.stop();
  };
});
afterAll(() => end());

/** Of the responses of activities every third is lost; what was done is in the log. */
function cutOff(activities: CreateCampaignActivities): CreateCampaignActivities {
  let calls = 0;
  const cut = Object.entries(activities).map(([name, activity]) => [
    name,
    async (input: never) => {
      const result: unknown = await activity(input);
      calls += 1;
      if (calls % 3 === 0) throw new Error('The worker was cut off');
      return result;
    },
  ]);
  return Object.fromEntries(cut);
}

describe('a creation on Temporal', () => {
  it('is carried out by one workflow, once, also when its start is repeated and activities are cut off', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `word ${index}`);
    const creation_id = await world.ask({ keywords: words });
    await Promise.all([
      runner.start(createCampaignProcess, { creation_id }),
      runner.start(createCampaignProcess, { creation_id }),
    ]);
    const handle = temporal.client.workflow.getHandle(`creation/${creation_id}`);
    await handle.result();
    // Temporal's page shows the steps by their names.
    const { events } = await handle.fetchHistory();
    const done = (events ?? []).flatMap(
      (event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
    );
    expect(done.filter((name) => name !== 'readNextStep')).toEqual([
      'checkRequest',
      'makeCampaign',
      ...Array.from({ length: 3 }, () => 'addKeywords'),
      'finishCampaign',
      'storeRules',
      'completeCreation',
    ]);
    const state = existingCreation(await world.state(creation_id));
    expect(state).toMatchObject({ status: 'completed', created: 60 });
    const campaignId = state.campaigns[0]?.campaign_id ?? 0;
    expect(await world.writer.findAdGroupsByName(scope, campaignId, words)).toHaveLength(60);
    // One that has ended does nothing when it is started again.
    const writes = (await world.writes()).length;
    await runner.start(createCampaignProcess, { creation_id });
    await temporal.client.workflow.getHandle(`creation/${creation_id}`).result();
    expect(await world.writes()).toHaveLength(writes);
  });
});
