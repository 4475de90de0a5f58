import { describe, expect, it } from 'vitest';
import { activitiesOn, processes } from './processes.ts';
import type { ActivityOptions } from './story/process.ts';
import { taskQueues } from './temporal/task-queues.ts';
import { workerActivities } from './temporal/worker-activities.ts';
import { idleActivities } from './testing/idle-activities.ts';

const activities = processes.flatMap(({ contract }) => Object.entries<ActivityOptions>({ ...contract.activities }));
const names = activities.map(([name]) => name);

describe('the activities of all processes', () => {
  it('have one home for each name, as one worker holds them all', () => {
    const options = new Map(activities);
    for (const [name, how] of activities) expect(options.get(name), name).toBe(how);
  });

  it('run from the queue that their contract names', () => {
    const functions = Object.fromEntries(names.map((name) => [name, async () => undefined]));
    const writes = Object.keys(activitiesOn('writes', functions));
    expect(writes).toEqual(expect.arrayContaining(['applyToCampaign', 'addKeywords', 'makeCreative']));
    expect(writes).not.toContain('readNextStep');
  });

  it('are registered with the worker that they are asked of', () => {
    const registered: Readonly<Record<string, object>> = workerActivities(
      idleActivities,
      activitiesOn('writes', idleActivities),
    );
    for (const [name, { queue }] of activities)
      expect(Object.keys(registered[taskQueues[queue]] ?? {})).toContain(name);
  });
});
