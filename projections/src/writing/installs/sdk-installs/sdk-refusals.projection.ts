import { mostRefusedVersions } from '@tapwise/domain';
import { bookkeeping, type EventProjection, rowsOf, skip } from '../../runner/projection.ts';

/** Calls of SDKs that were refused → one row for each version and event. */
export const sdkRefusalsProjection: EventProjection = {
  name: 'sdk-refusals',
  version: 1,
  eventTypes: ['SdkCallsRefused'],
  rowsIn: () => mostRefusedVersions,
  project(recorded) {
    if (recorded.event.type !== 'SdkCallsRefused') return skip('no refused calls of an SDK');
    const { application_id, recorded_at: counted_at, versions } = recorded.event.data;
    return rowsOf(
      versions.map(({ sdk_version, calls }) => ({
        table: 'sdk_refusal_v1',
        row: { application_id, counted_at, sdk_version: sdk_version ?? '', calls, ...bookkeeping(recorded) },
      })),
    );
  },
};
