import { describe, expect, it } from 'vitest';
import { stepsOnClock } from '../testing/clock-steps.ts';
import { runStory } from './run-story.ts';
import { ActivityFailed, type Steps } from './steps.ts';

interface Question {
  ask(): Promise<void>;
}

const refused = new ActivityFailed('ask', true, new Error('answered 403'));
const away = new ActivityFailed('ask', false, new Error('answered 503'));
const regularSeconds = 60;

async function askAgainAndAgain({ call, untilWoken, continueWith }: Steps<number, Question>, count: number) {
  for (let left = count; left > 0; left -= 1) {
    await call.ask();
    await untilWoken(regularSeconds);
    await continueWith(left - 1);
  }
}

/** Pauses between questions that end so, in order. @param wokenIn Pauses that something ends. */
async function pausesAfter(outcomes: readonly (Error | 'ok')[], wokenIn: readonly number[] = []): Promise<number[]> {
  const questions = outcomes.values();
  const ask = async () => {
    const { value: outcome } = questions.next();
    if (outcome instanceof Error) throw outcome;
  };
  const { steps, waits } = stepsOnClock<number, Question>({ ask }, 0, (wait) => wokenIn.includes(wait));
  const successes = outcomes.filter((outcome) => outcome === 'ok').length;
  await runStory(steps, { story: askAgainAndAgain, input: successes });
  return [...waits];
}

describe('a story whose activity fails', () => {
  it('begins again soon while the service is away, up to every quarter of an hour, and regularly when it answers', async () => {
    expect(await pausesAfter([away, away, 'ok', away, 'ok'])).toEqual([10, 20, 60, 10, 60]);
    const pauses = await pausesAfter([...Array.from({ length: 10 }, () => away), 'ok']);
    expect(pauses.slice(-3)).toEqual([900, 900, 60]);
  });

  it('begins again ever more rarely, up to once an hour, while it is refused', async () => {
    const pauses = await pausesAfter([...Array.from({ length: 11 }, () => refused), 'ok']);
    expect(pauses.slice(0, 3)).toEqual([10, 20, 40]);
    expect(pauses.slice(-3)).toEqual([3600, 3600, 60]);
  });

  it('begins again as at first after a step of a person', async () => {
    expect(await pausesAfter([refused, refused, refused, refused, refused, 'ok'], [3])).toEqual([
      10, 20, 40, 10, 20, 60,
    ]);
  });
});
