import { z } from 'zod';

const trialSchema = z.object({ posted: z.literal(true) });
const anySchema = z.object({ at: z.number() });

/** Makes a user of a campaign start a trial now; resolves when the product has acknowledged it. */
export async function causeTrial(campaignId: number): Promise<void> {
  trialSchema.parse(await cause({ cause: 'trial', campaign: campaignId }));
}

/** Makes users tap an ad of a campaign now, for an amount each; the product pulls it within seconds. */
export async function causeTaps(campaignId: number, count: number, spend: number): Promise<void> {
  anySchema.parse(await cause({ cause: 'taps', campaign: campaignId, count, spend }));
}

/** Changes settings of a campaign at the ad service now; the product pulls them within seconds. */
export async function causeSetting(setting: {
  campaign: number;
  daily_budget?: number;
  status?: 'ENABLED' | 'PAUSED';
}): Promise<void> {
  anySchema.parse(await cause({ cause: 'setting', ...setting }));
}

async function cause(wanted: object): Promise<unknown> {
  const url = process.env.E2E_SIMULATOR_URL;
  if (url === undefined) throw new Error('E2E_SIMULATOR_URL is missing: the simulator of the product at E2E_BASE_URL.');
  const response = await fetch(`${url}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
    signal: AbortSignal.timeout(30_000),
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`The simulator refused: ${JSON.stringify(body)}`);
  return body;
}
