import { requireTemporal } from '@tapwise/temporal-server';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CreationWorld,
  existingCreation,
  scope,
  startCreationWorld,
} from '../../../tests/contexts/creations/creation-world.ts';
import { quietTemporal } from '../../../tests/support/engines/temporal-runtime.ts';
import { bundledWorkflows } from '../../../tests/support/programs/bundled-workflows.ts';
import { startCreation } from '../starter/start-workflow.ts';
import { taskQueue, writeQueue } from '../task-queues.ts';
import type { CreateCampaignActivities } from './create-campaign.activities.ts';

let world: CreationWorld;
let temporal: TestWorkflowEnvironment;
let end: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  quietTemporal();
  const path = await requireTemporal();
  world = await startCreationWorld();
  temporal = await TestWorkflowEnvironment.createLocal({ server: { executable: { type: 'existing-path', path } } });
  const process = world.process();
  let attempts = 0;
  const activities: CreateCampaignActivities = {
    createCampaign: async ({ creation_id }) => {
      attempts += 1;
      const step = await process.step(creation_id);
      // What was done is in the log when its answer is lost.
      if (attempts % 3 === 0) throw new Error('The worker was cut off');
      return step.done ? step : { done: false, again_seconds: 0 };
    },
  };
  const connection = temporal.nativeConnection;
  const workers = await Promise.all([
    Worker.create({ connection, taskQueue, ...bundledWorkflows() }),
    Worker.create({ connection, taskQueue: writeQueue, activities }),
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

describe('a creation on Temporal', () => {
  it('is carried out by one workflow, once, also when its start is repeated and activities are cut off', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `word ${index}`);
    const creation_id = await world.ask({ keywords: words });
    await Promise.all([
      startCreation(temporal.client, { creation_id }),
      startCreation(temporal.client, { creation_id }),
    ]);
    await temporal.client.workflow.getHandle(`creation/${creation_id}`).result();
    const state = existingCreation(await world.state(creation_id));
    expect(state).toMatchObject({ status: 'completed', created: 60 });
    const campaignId = state.campaigns[0]?.campaign_id ?? 0;
    expect(await world.writer.findAdGroupsByName(scope, campaignId, words)).toHaveLength(60);
    // One that has ended does nothing when it is started again.
    const writes = (await world.writes()).length;
    await startCreation(temporal.client, { creation_id });
    await temporal.client.workflow.getHandle(`creation/${creation_id}`).result();
    expect(await world.writes()).toHaveLength(writes);
  });
});
