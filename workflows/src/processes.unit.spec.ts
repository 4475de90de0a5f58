import { describe, expect, it } from 'vitest';
import { activitiesOn, processes } from './processes.ts';

const activities = processes.flatMap(({ contract }) => Object.entries<unknown>({ ...contract.activities }));
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
});
