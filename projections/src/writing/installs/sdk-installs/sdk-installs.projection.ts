import { bookkeeping, type EventProjection, rowsOf, skip } from '../../runner/projection.ts';

/** Installs as their SDK reported them first → one row each. An import says what became of users, not what an SDK does. */
export const sdkInstallsProjection: EventProjection = {
  name: 'sdk-installs',
  version: 2,
  eventTypes: ['InstallReported'],
  rowsIn: () => 1,
  project(recorded) {
    if (recorded.event.type !== 'InstallReported' || recorded.metadata?.actor.kind === 'operator')
      return skip('no report of an SDK');
    const { application_id, install_id, received_at, sdk_version, attribution_token } = recorded.event.data;
    const row = {
      application_id,
      received_at,
      install_id,
      sdk_version: sdk_version ?? '',
      has_token: Boolean(attribution_token),
      ...bookkeeping(recorded),
    };
    return rowsOf([{ table: 'sdk_install_v1', row }]);
  },
};
