import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longestStopMs } from '../operations/start/all-parts.ts';

const file = join(import.meta.dirname, 'tapwise.service');
const text = readFileSync(file, 'utf8');
const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const settingOf = (name: string): string | undefined => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1];
const verifier = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('the service', () => {
  it('runs what npm start runs, as a signal to its first process ends it', () => {
    expect(settingOf('ExecStart')).toBe(`/usr/bin/env ${scripts.start?.replace(/^exec /, '')}`);
    expect([settingOf('KillMode'), settingOf('KillSignal')]).toEqual(['mixed', 'SIGTERM']);
  });

  it('gives the parts the time that they take to end', () => {
    expect(Number(settingOf('TimeoutStopSec')) * 1000).toBeGreaterThan(longestStopMs + 2000);
  });

  it('writes where it may: into the folder of its state and the one of its cache', () => {
    expect(settingOf('ProtectSystem')).toBe('strict');
    expect(text).toContain(`DATA_DIR=/var/lib/${settingOf('StateDirectory')}`);
    expect(text).toContain(`XDG_CACHE_HOME=/var/cache/${settingOf('CacheDirectory')}`);
  });

  it.skipIf(!verifier)('is one that systemd understands (where there is systemd-analyze)', () => {
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toBe('');
  });
});
