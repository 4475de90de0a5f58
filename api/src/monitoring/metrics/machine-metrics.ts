import { statfs } from 'node:fs/promises';
import { metricsRegistry, newestBackup } from '@tapwise/adapters';
import { Gauge } from 'prom-client';
import type { ApiDependencies } from '../../http/dependencies.ts';

const registers = [metricsRegistry];
const free = new Gauge({
  name: 'tapwise_disk_free_bytes',
  help: 'What this process may still write on the disk of DATA_DIR.',
  registers,
});
const size = new Gauge({ name: 'tapwise_disk_size_bytes', help: 'Size of the disk of DATA_DIR.', registers });
const backupAge = new Gauge({
  name: 'tapwise_backup_age_seconds',
  help: 'Time since the newest backup; absent where none was ever made.',
  registers,
});

/** Sets the figures of this machine's disk, and of the newest backup. */
export async function measureMachine({
  settings,
  snapshots,
  now,
}: Pick<ApiDependencies, 'settings' | 'snapshots' | 'now'>): Promise<void> {
  for (const gauge of [free, size, backupAge]) gauge.reset();
  const [disk, backup] = await Promise.all([
    settings.dataDir === undefined ? undefined : statfs(settings.dataDir).catch(() => undefined),
    snapshots === undefined ? undefined : newestBackup(snapshots.files).catch(() => undefined),
  ]);
  if (disk !== undefined) {
    free.set(disk.bavail * disk.bsize);
    size.set(disk.blocks * disk.bsize);
  }
  if (backup !== undefined) backupAge.set((now().getTime() - backup.getTime()) / 1000);
}
