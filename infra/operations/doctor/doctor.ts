import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Environment, readEnvironment } from '@tapwise/adapters';
import { accepts } from '../start/probes.ts';

/** One thing the product needs: whether it is there, and what mends it when it is not. */
interface Finding {
  readonly what: string;
  readonly ok: boolean;
  /** A missing thing that is only needed for part of the product. */
  readonly optional?: boolean;
  readonly mend: string;
}

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

function nodeIsNewEnough(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

function writable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function temporalIsThere(environment: Environment): boolean {
  const cache = environment.given.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const cached = join(cache, 'tapwise', 'temporal-1.5.1', 'temporal');
  return environment.TEMPORAL_ADDRESS !== undefined || has('temporal') || existsSync(cached);
}

function secrets(environment: Environment): Finding[] {
  if (environment.DEMO === 'on') return [];
  const needed = [
    'APPLE_ADS_CLIENT_ID',
    'APPLE_ADS_TEAM_ID',
    'APPLE_ADS_KEY_ID',
    'APPLE_ADS_PRIVATE_KEY_FILE',
  ] as const;
  return needed.map((name) => ({
    what: `${name} (search-ads pulls)`,
    ok: environment[name] !== undefined,
    optional: true,
    mend: `export ${name}=…`,
  }));
}

const environment = readEnvironment();
const free = statfsSync('.');
const findings: Finding[] = [
  { what: `Node ${process.versions.node}`, ok: nodeIsNewEnough(), mend: 'install Node 20.19 or newer' },
  { what: 'npm', ok: has('npm'), mend: 'install npm' },
  {
    what: `${environment.DATA_DIR} is writable`,
    ok: writable(environment.DATA_DIR),
    mend: `chmod u+w ${environment.DATA_DIR}`,
  },
  { what: '3 GB of free disk', ok: free.bavail * free.bsize > 3e9, mend: 'free some disk' },
  {
    what: `port ${environment.PORT} is free`,
    ok: !(await accepts(environment.PORT)),
    mend: 'stop what uses it, or export PORT=…',
  },
  {
    what: `port ${environment.INGEST_PORT} is free`,
    ok: !(await accepts(environment.INGEST_PORT)),
    mend: 'stop what uses it, or export INGEST_PORT=…',
  },
  {
    what: 'Temporal (spend is pulled by it)',
    ok: temporalIsThere(environment) || has('go'),
    optional: true,
    mend: 'install Go, from which it is built once, or export TEMPORAL_ADDRESS=host:7233',
  },
  {
    what: 'Chromium (browser tests only)',
    ok: existsSync('/usr/bin/chromium') || environment.given.CHROMIUM !== undefined,
    optional: true,
    mend: 'apt-get install chromium, or let npm test get it',
  },
  ...secrets(environment),
];
for (const { what, ok, optional, mend } of findings) {
  console.log(ok ? `ok       ${what}` : `${optional ? 'missing ' : 'MISSING '} ${what}: ${mend}`);
}
process.exit(findings.every((finding) => finding.ok || finding.optional) ? 0 : 1);
