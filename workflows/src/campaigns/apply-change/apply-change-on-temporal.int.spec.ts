import { requireTemporal } from '@tapwise/temporal-server';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietTemporal } from '../../../../tests/support/engines/temporal-runtime.ts';
import { bundledWorkflows } from '../../../../tests/support/programs/bundled-workflows.ts';
import {
  type SettingsChangeWorld,
  startSettingsChangeWorld,
} from '../../../../tests/support/workers/settings-world.ts';
import type { ProcessRunner } from '../../story/process-runner.ts';
import { heartbeats } from '../../temporal/heartbeats.ts';
import { taskQueue, writeQueue } from '../../temporal/task-queues.ts';
import { createTemporalRunner } from '../../temporal/temporal-runner.ts';
import { createApplyChangeActivities } from './apply-change.activities.ts';
import { applyChangeProcess } from './apply-change.contract.ts';

let world: SettingsChangeWorld;
let temporal: TestWorkflowEnvironment;
let runner: ProcessRunner;
let end: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  quietTemporal();
  const path = await requireTemporal();
  world = await startSettingsChangeWorld();
  // The loop is away: whatever is done here, Temporal does.
  world.worker.away = true;
  temporal = await TestWorkflowEnvironment.createLocal({ server: { executable: { type: 'existing-path', path } } });
  runner = createTemporalRunner(temporal.client);
  let skipped = 0;
  const { log } = world.api;
  const applied = createApplyChangeActivities({
    log,
    searchAds: world.searchAds,
    stopping: new AbortController().signal,
    now: () => Date.now() + skipped,
  });
  const activities: typeof applied = {
    ...applied,
    applyToCampaign: async (input) => {
      const pass = await applied.applyToCampaign(input);
      skipped += (pass.pause_seconds ?? 0) * 1000;
      return { ...pass, pause_seconds: pass.pause_seconds === null ? null : 0 };
    },
  };
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

describe('a change on Temporal', () => {
  it('is carried out by one workflow, once, also when its start is repeated', async () => {
    await world.campaign(700, [{ adGroupId: 710, keywordId: 720, bid: 1_000_000 }]);
    world.service.writeFaults.push({ fits: () => true, afterEffect: true });
    const response = await world.call('PUT', 'keywords_bids', { new_bids: { '700:710:720': 1.5 } });
    const change_id = String(response.body.change_id);
    expect(response.body).toMatchObject({ pending: 1, counts: { queued: 1 } });
    await Promise.all([
      runner.start(applyChangeProcess, { change_id }),
      runner.start(applyChangeProcess, { change_id }),
    ]);
    const handle = temporal.client.workflow.getHandle(`apply-change/${change_id}`);
    await handle.result();
    // Temporal's page shows the steps by their names.
    const { events } = await handle.fetchHistory();
    const steps = (events ?? []).flatMap(
      (event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
    );
    expect(steps.slice(0, 3)).toEqual(['readOpenCampaigns', 'applyToCampaign', 'recordDoubt']);
    expect(steps.slice(-2)).toEqual(['applyToCampaign', 'settleChange']);
    await runner.start(applyChangeProcess, { change_id });
    const state = await world.api.call('GET', '/api/asa/changes', {
      token: world.owner.token,
      query: { application_id: world.applicationId, change_id },
    });
    expect(state.body).toMatchObject({ done: true, counts: { changed: 1 } });
    expect(world.writes()).toHaveLength(1);
  });
});
