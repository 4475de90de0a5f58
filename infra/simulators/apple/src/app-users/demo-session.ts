import { z } from 'zod';
import type { App } from '../market/world/apps.ts';
import { appOf } from '../market/world/apps.ts';
import type { ProductClient } from './product-client.ts';

/** An app of the simulated world that the product's demo account has set up. */
export interface ConnectedApp {
  readonly app: App;
  readonly apiKey: string;
  /** Currency the product reports the app in. */
  readonly currency: string;
}

const application = z.object({
  adam_id: z.union([z.string(), z.number()]).nullish(),
  url: z.string().nullish(),
  api_key: z.string(),
  currency: z.string().nullish(),
});

const session = z.object({ applications: z.array(z.unknown()) });

/**
 * Signs in as a visitor of the demo and reads which apps the product serves.
 *
 * @returns an empty list while the product is not ready or its demo account has no apps yet
 */
export async function readDemoSession(client: ProductClient): Promise<readonly ConnectedApp[]> {
  const response = await client.post('/api/session', JSON.stringify({ demo: true })).catch(() => null);
  const parsed = session.safeParse(response?.body);
  if (response?.status !== 200 || !parsed.success) return [];
  return parsed.data.applications.flatMap((entry) => {
    const parsedEntry = application.safeParse(entry);
    const app = parsedEntry.success ? appOf(adamIdOf(parsedEntry.data)) : null;
    return parsedEntry.success && app !== null
      ? [{ app, apiKey: parsedEntry.data.api_key, currency: parsedEntry.data.currency ?? app.currency }]
      : [];
  });
}

const adamIdOf = (entry: z.infer<typeof application>): number =>
  Number(entry.adam_id ?? /id(\d+)/.exec(entry.url ?? '')?.[1] ?? Number.NaN);
