import type { CreationResponse } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../server/http/api-error.ts';
import { followCreation } from './follow-creation.ts';

const lost = (status: number) => new ApiError(status, 'lost', '');
const progressResponse = (overrides: Partial<CreationResponse>): CreationResponse => ({
  status: 'ok',
  request_id: 'a',
  campaign_id: 9,
  ...overrides,
});

/** Answers in turn, errors thrown; and what was asked and heard of. */
async function follow(responses: readonly (CreationResponse | Error)[], waits = Number.POSITIVE_INFINITY) {
  const requests: unknown[] = [];
  const heard: (number | undefined)[] = [];
  let left = waits;
  const end = await followCreation(
    { campaign_id: null, offset: 0 },
    {
      ask: async (progress) => {
        const next = responses[requests.length];
        requests.push(progress);
        if (next === undefined || next instanceof Error) throw next;
        return next;
      },
      wait: async () => left-- > 0,
      onProgress: ({ offset }) => heard.push(offset),
    },
  );
  return { requests, heard, end };
}

describe('following a creation', () => {
  it('sends what came back until no offset comes back', async () => {
    const end = progressResponse({ created: 40 });
    const run = await follow([
      progressResponse({ offset: 0, campaign_id: null }),
      progressResponse({ offset: 25 }),
      end,
    ]);
    expect(run).toEqual({
      requests: [
        { campaign_id: null, offset: 0 },
        { campaign_id: null, offset: 0 },
        { campaign_id: 9, offset: 25 },
      ],
      heard: [0, 25],
      end,
    });
  });

  it('asks again for answers that were lost, and never goes back', async () => {
    const run = await follow([
      lost(0),
      progressResponse({ offset: 50 }),
      lost(502),
      lost(429),
      progressResponse({ offset: 25 }),
      progressResponse({}),
    ]);
    expect(run.requests).toHaveLength(6);
    expect(run.requests.at(-1)).toEqual({ campaign_id: 9, offset: 50 });
    expect(run.end).toEqual(progressResponse({}));
  });

  it('ends where it is not waited for any more, and with the failure of the creation', async () => {
    expect(await follow([progressResponse({ offset: 1 })], 1)).toMatchObject({ end: null, heard: [1] });
    await expect(follow([progressResponse({ offset: 1 }), lost(422)])).rejects.toMatchObject({ status: 422 });
    await expect(follow([lost(409)])).rejects.toMatchObject({ status: 409 });
  });
});
