import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const providerSchema = z.object({
  client_id: z.string(),
  team_id: z.string(),
  key_id: z.string(),
  private_key_file: z.string(),
});

/** Where the simulated ad service of a demo is, and the provider's API user there, as variables. */
export function simulatedAds(dataDir: string, port: number | string): Record<string, string> {
  const simulator = `http://127.0.0.1:${port}`;
  return {
    APPLE_ADS_API_URL: `${simulator}/api/v5`,
    APPLE_ADS_V1_URL: `${simulator}/v1`,
    APPLE_ADS_TOKEN_URL: `${simulator}/auth/oauth2/token`,
    ...simulatedProvider(dataDir),
  };
}

/** The simulator makes the provider's API user on its first start and writes down who it is. */
function simulatedProvider(dataDir: string): Record<string, string> {
  const file = join(dataDir, 'simulator', 'provider.json');
  if (!existsSync(file)) return {};
  const provider = providerSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    APPLE_ADS_CLIENT_ID: provider.client_id,
    APPLE_ADS_TEAM_ID: provider.team_id,
    APPLE_ADS_KEY_ID: provider.key_id,
    APPLE_ADS_PRIVATE_KEY_FILE: provider.private_key_file,
  };
}
