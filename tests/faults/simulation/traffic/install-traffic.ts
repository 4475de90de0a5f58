import type { InstallReport } from '@tapwise/domain';
import { applicationId } from '../../../../projections/src/testing/sample-events.ts';
import type { World } from '../world.ts';

/** Phones ask again after so long. */
const againMs = 6000;

/** A phone reports its first launch to one of the services until one answers; at times to both at once. */
export function reportInstall(world: World, id: string, acknowledged: Set<string>): void {
  const { time, random, network, replicas } = world;
  const install: Omit<InstallReport, 'received_at'> = {
    application_id: applicationId,
    install_id: id,
    first_launch_at: new Date(time.now()).toISOString(),
    attribution_token: 'token',
    sdk_version: null,
    app_version: null,
    os_version: null,
    device_class: 'iphone',
    locale: null,
  };
  const alive = replicas.filter(({ ingest }) => ingest !== undefined);
  const called = random.next() < 0.15 ? alive : alive.slice(0, 1 + random.upTo(1)).map(() => random.pick(alive));
  for (const { machine, ingest } of called) {
    if (ingest === undefined) continue;
    const acknowledge = (): void => void acknowledged.add(id);
    time.on(machine, () =>
      ingest.report(install).then(
        () => void time.after(network.delay(), acknowledge, machine),
        () => undefined,
      ),
    );
  }
  time.after(
    againMs,
    () => {
      if (!acknowledged.has(id)) reportInstall(world, id, acknowledged);
    },
    undefined,
  );
}
