import { installStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { happened, inTables } from '../../../../tests/support/facts/ads-world.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';

const path = '/api/application/sdk_versions';
const dayMs = 86_400_000;
let api: ApiService;

beforeAll(async () => {
  api = await startApi({ tables: true });
});
afterAll(() => api.stop());

async function applicationOf(token: string): Promise<number> {
  const body = { name: 'App', url: 'https://apps.apple.com/app/id1500000092' };
  return Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
}

/** A phone's first call, so many days ago; its attribution is not decided. */
function reported(applicationId: number, install: string, facts: { version: string; token: boolean; daysAgo: number }) {
  const at = new Date(api.deps.now().getTime() - facts.daysAgo * dayMs).toISOString();
  const unknown = { app_version: null, os_version: null, device_class: null, locale: null };
  return happened(api, installStream(applicationId, install), {
    type: 'InstallReported',
    data: {
      application_id: applicationId,
      install_id: install,
      first_launch_at: at,
      received_at: at,
      attribution_token: facts.token ? 'token' : null,
      sdk_version: facts.version,
      ...unknown,
    },
  });
}

describe(`GET ${path}`, () => {
  it('shows the versions of the last seven days with their shares, to the team of the application alone', async () => {
    const { token } = await api.signUp();
    const id = await applicationOf(token);
    await reported(id, 'old', { version: '1.3.0', token: true, daysAgo: 8 });
    await reported(id, 'a', { version: '1.4.0', token: true, daysAgo: 1 });
    await inTables(api, await reported(id, 'b', { version: '1.4.0', token: false, daysAgo: 2 }));
    const query = { application_id: String(id) };
    const { body } = await api.call('GET', path, { token, query });
    expect(body.versions).toEqual([
      {
        version: '1.4.0',
        installs: 2,
        token_share: 0.5,
        pending_share: 1,
        newest_install_at: expect.stringMatching(/^\d{4}-.*Z$/),
        lacks_tokens: false,
      },
    ]);
    const { token: another } = await api.signUp();
    expect((await api.call('GET', path, { token: another, query })).status).toBe(404);
  });

  it('is empty before the first call', async () => {
    const { token } = await api.signUp();
    const query = { application_id: String(await applicationOf(token)) };
    expect((await api.call('GET', path, { token, query })).body).toEqual({ status: 'ok', versions: [] });
  });
});
