import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** The simulator writes its past before it listens. */
const smallMarket = { SIMULATOR_SCALE: '0.05', SIMULATOR_HISTORY_MONTHS: '1' };

describe('an embedded part alone', () => {
  it.each(['eventstore', 'clickhouse', 'simulator'])(
    'npm run %s says where it listens and ends with 0 when npm is asked to end',
    async (part) => {
      const npm = spawn('npm', ['run', '--silent', part], {
        cwd: root,
        env: { ...process.env, ...smallMarket, PORT: '0', DATA_DIR: ':memory:' },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const exited = once(npm, 'exit') as Promise<[number | null]>;
      const first = await Promise.race([once(createInterface(npm.stdout), 'line') as Promise<[string]>, exited]);
      expect(first[0]).toMatch(/^LISTENING [1-9]\d*$/);
      npm.kill('SIGTERM');
      expect((await exited)[0]).toBe(0);
    },
  );
});
