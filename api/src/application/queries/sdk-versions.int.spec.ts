import { installStream, sdkRefusalsStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { happened, inTables } from '../../../../tests/support/facts/ads-world.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';

const path = '/api/application/sdk_versions';
const dayMs = 86_400_000;
let api: ApiService;

beforeAll(async () => {
  api = await startApi({ tables: true, settings: { ingestUrl: 'https://in.tapwise.example' } });
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

const row = (version: string, facts: object) => ({
  version,
  age: 'unknown',
  installs: 0,
  install_share: 0,
  token_share: null,
  pending_share: null,
  newest_install_at: expect.stringMatching(/^\d{4}-.*Z$/),
  lacks_tokens: false,
  refused_calls: 0,
  refused_often: false,
  ...facts,
});

describe(`GET ${path}`, () => {
  it('shows the versions of the last seven days with their shares, to the team of the application alone', async () => {
    const { token } = await api.signUp();
    const id = await applicationOf(token);
    await reported(id, 'old', { version: '1.3.0', token: true, daysAgo: 8 });
    await reported(id, 'a', { version: '1.4.0', token: true, daysAgo: 1 });
    await reported(id, 'b', { version: '1.4.0', token: false, daysAgo: 2 });
    await reported(id, 'c', { version: '1.3.0', token: true, daysAgo: 2 });
    const recorded_at = api.deps.now().toISOString();
    const versions = [{ sdk_version: '2.0.0', calls: 20 }];
    const refused = { type: 'SdkCallsRefused', data: { application_id: id, recorded_at, versions } } as const;
    await inTables(api, await happened(api, sdkRefusalsStream(id), refused));
    const query = { application_id: String(id) };
    const { body } = await api.call('GET', path, { token, query });
    expect(body).toEqual({
      status: 'ok',
      newest_version: '1.4.0',
      versions: [
        row('1.4.0', { age: 'newest', installs: 2, install_share: 2 / 3, token_share: 0.5, pending_share: 1 }),
        row('1.3.0', { age: 'older', installs: 1, install_share: 1 / 3, token_share: 1, pending_share: 1 }),
        row('2.0.0', { refused_calls: 20, newest_install_at: null }),
      ],
    });
    const { token: another } = await api.signUp();
    expect((await api.call('GET', path, { token: another, query })).status).toBe(404);
  });

  it('is empty before the first call', async () => {
    const { token } = await api.signUp();
    const query = { application_id: String(await applicationOf(token)) };
    expect((await api.call('GET', path, { token, query })).body).toEqual({
      status: 'ok',
      newest_version: '1.4.0',
      versions: [],
    });
  });
});

it('the account says where SDKs are to call, which the line in Settings names', async () => {
  const { token } = await api.signUp();
  await applicationOf(token);
  const { applications } = (await api.call('GET', '/api/account', { token })).body;
  expect(applications).toMatchObject([{ ingest_url: 'https://in.tapwise.example' }]);
});
