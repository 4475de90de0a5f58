import { setTimeout as pause } from 'node:timers/promises';
import { createPullActivities } from '../../../workflows/src/pulls/pull-organization/pull-organization.activities.ts';
import type { PullProgress } from '../../../workflows/src/pulls/pull-organization/pull-organization.contract.ts';
import { pullOnce } from '../../../workflows/src/pulls/pull-organization/pull-organization.story.ts';
import { asActivity } from '../../../workflows/src/testing/as-activity.ts';
import { followDirectory } from '../../support/facts/linked-application.ts';
import { startSimulatedOrganization } from '../../support/facts/simulated-organization.ts';

/** 100 calls a minute, in minutes of three seconds. */
const limit = 100;
const windowSeconds = 3;
const minutes = 60;
/** Pulls of a demo come this often. */
const minutesBetweenPulls = 1;

/** Prints how often the service refused a call for its limit during a first pull of 90 days and the rest of an hour of pulls. */
export async function measureLimit(): Promise<void> {
  const world = await startSimulatedOrganization({ simulator: { SIMULATOR_SCALE: '1' } });
  const stopping = new AbortController();
  try {
    await world.simulator.faults({ rate_limit: { limit, window: windowSeconds } });
    const answers = new Map<number, number>();
    const onAnswer = (_call: unknown, { status }: { status: number }): void => {
      answers.set(status, (answers.get(status) ?? 0) + 1);
    };
    const searchAds = world.simulator.searchAds({ api: 'v1', onAnswer });
    const directory = followDirectory(world.log, stopping.signal);
    const activities = createPullActivities({ log: world.log, directory, searchAds, pauseSeconds: 0 });
    const steps = {
      pullStructure: asActivity(activities.pullStructure),
      pullReports: asActivity(activities.pullReports),
    };
    const began = performance.now();
    let progress: PullProgress = { parts_loaded: 0, deep_day: null };
    let pulls = 0;
    while (performance.now() - began < minutes * windowSeconds * 1000) {
      const pull = await pullOnce(steps, world.ref, progress);
      pulls += 1;
      const isLoaded = pull.progress.parts_loaded === progress.parts_loaded;
      progress = pull.progress;
      if (isLoaded) await pause(minutesBetweenPulls * windowSeconds * 1000);
    }
    const all = [...answers.values()].reduce((sum, count) => sum + count, 0);
    const refused = answers.get(429) ?? 0;
    console.log(
      `an hour of pulls at ${limit} calls a minute, the first one of 90 days (minutes of ${windowSeconds} s):`,
    );
    console.log(`  ${pulls} pulls, ${progress.parts_loaded} parts of the first 90 days in, ${all} calls`);
    console.log(`  answers 429: ${refused} (aim 0 after the first)`);
  } finally {
    stopping.abort();
    await world.stop();
  }
}
