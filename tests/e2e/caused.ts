import { z } from 'zod';

const acknowledgedSchema = z.object({ posted: z.literal(true) });

/** Makes somebody whom a campaign brought start a trial now; resolves when the product has acknowledged it. */
export async function causeTrial(campaignId: number): Promise<void> {
  const url = process.env.E2E_SIMULATOR_URL;
  if (url === undefined) throw new Error('E2E_SIMULATOR_URL is missing: the simulator of the product at E2E_BASE_URL.');
  const answer = await fetch(`${url}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cause: 'trial', campaign: campaignId }),
    signal: AbortSignal.timeout(30_000),
  });
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`The simulator refused: ${JSON.stringify(body)}`);
  acknowledgedSchema.parse(body);
}
