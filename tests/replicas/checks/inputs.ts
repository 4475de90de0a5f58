import { type EventLog, readLog } from '@tapwise/adapters';
import { installStream } from '@tapwise/domain';
import type { Tally } from '../tally.ts';
import type { OwnApplication } from '../traffic/installs.ts';

/** Each install that was acknowledged is in the log once, and none beside them. */
export async function checkInputs(
  log: EventLog,
  { id }: OwnApplication,
  acknowledged: readonly string[],
  tally: Tally,
): Promise<void> {
  const reported = new Map<string, number>();
  const prefix = installStream(id, '');
  await readLog(log, { streamPrefixes: [prefix] }, (events) => {
    for (const { event } of events) {
      if (event.type !== 'InstallReported') continue;
      reported.set(event.data.install_id, (reported.get(event.data.install_id) ?? 0) + 1);
    }
  });
  for (const installId of acknowledged) {
    const count = reported.get(installId) ?? 0;
    if (count !== 1) tally.fault(`install ${installId} was acknowledged and is ${count} times in the log`);
  }
  if (reported.size !== acknowledged.length) {
    tally.fault(`${acknowledged.length} installs were acknowledged, ${reported.size} are in the log`);
  }
  tally.count('installs', acknowledged.length);
}
