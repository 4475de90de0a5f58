import { type SdkVersionFigures, sdkRefusalsStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asRecorded, type StreamEvent } from '../../../testing/recorded-events.ts';
import { applicationId } from '../../../testing/sample-events.ts';
import { installAttributed, installReported, testInstallReported } from '../../../testing/sample-users.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../../testing/tables-under-test.ts';
import { sdkVersions } from './sdk-versions.queries.ts';

const none = { installs: 0, withToken: 0, pending: 0, newestInstallAt: null, refusedCalls: 0 };
const row = (version: string | null, figures: Partial<SdkVersionFigures>) => ({ version, ...none, ...figures });

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

function reported(
  install: string,
  received_at: string,
  facts: { version: string | null; token: string | null },
): StreamEvent {
  const { stream, event } = installReported(install);
  if (event.type !== 'InstallReported') throw new TypeError(event.type);
  const data = { ...event.data, received_at, sdk_version: facts.version, attribution_token: facts.token };
  return { stream, event: { ...event, data } };
}

function refused(recorded_at: string, versions: { sdk_version: string | null; calls: number }[]): StreamEvent {
  const data = { application_id: applicationId, recorded_at, versions };
  return { stream: sdkRefusalsStream(applicationId), event: { type: 'SdkCallsRefused', data } };
}

describe('versions of the SDK', () => {
  it('are those of the newest calls, with tokens, what is pending, the newest install and what was refused; tests are left out', async () => {
    const events = [
      reported('old', '2026-03-01T09:59:00.000Z', { version: '1.3.0', token: 'token' }),
      reported('a', '2026-03-08T10:00:00.000Z', { version: '1.4.0', token: 'token' }),
      reported('b', '2026-03-09T10:00:00.000Z', { version: '1.4.0', token: null }),
      reported('c', '2026-03-09T11:00:00.000Z', { version: null, token: 'token' }),
      installAttributed('a'),
      reported('test', '2026-03-09T10:00:00.000Z', { version: '1.4.0', token: 'token' }),
      testInstallReported('test', '2026-03-09T10:01:00.000Z'),
      refused('2026-03-01T12:00:00.000Z', [{ sdk_version: '1.3.0', calls: 100 }]),
      refused('2026-03-08T12:00:00.000Z', [
        { sdk_version: '1.4.0', calls: 3 },
        { sdk_version: '2.0.0', calls: 7 },
      ]),
      // Of another process in the same moment.
      refused('2026-03-08T12:00:00.000Z', [{ sdk_version: '2.0.0', calls: 1 }]),
    ];
    const client = await tables.emptyTables();
    await writeInBatches(client, asRecorded(events), [3, 100]);
    const sinceMs = Date.parse('2026-03-02T12:00:00.000Z');
    expect(await sdkVersions(client, { applicationId, sinceMs })).toEqual([
      row('1.4.0', {
        installs: 2,
        withToken: 1,
        pending: 1,
        newestInstallAt: '2026-03-09T10:00:00.000Z',
        refusedCalls: 3,
      }),
      row(null, { installs: 1, withToken: 1, pending: 1, newestInstallAt: '2026-03-09T11:00:00.000Z' }),
      row('2.0.0', { refusedCalls: 8 }),
    ]);
    expect(await sdkVersions(client, { applicationId: applicationId + 1, sinceMs })).toEqual([]);
  });

  it('are not those that an import names: it brings no token, and may bring users of years at once', async () => {
    const client = await tables.emptyTables();
    const imported = { actor: { kind: 'operator', id: 'import' }, correlationId: 'c', causationId: 'import' } as const;
    const recorded = asRecorded([
      reported('called', '2026-03-08T10:00:00.000Z', { version: '1.4.0', token: 'token' }),
      reported('imported', '2026-03-08T10:00:00.000Z', { version: '1.4.0', token: null }),
    ]).map((event) => (event.stream.endsWith('imported') ? { ...event, metadata: imported } : event));
    await writeInBatches(client, recorded, [9]);
    const [version, ...more] = await sdkVersions(client, { applicationId, sinceMs: 0 });
    expect(version).toMatchObject({ version: '1.4.0', installs: 1, withToken: 1 });
    expect(more).toEqual([]);
  });
});
