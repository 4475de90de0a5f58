import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Environment, readEnvironment } from '@tapwise/adapters';
import { findTemporal } from '@tapwise/temporal-server';
import { accepts } from '../start/probes.ts';
import { addressFindings } from './address-findings.ts';
import { makeBundle } from './bundle/make-bundle.ts';
import { engineFindings } from './engine-findings.ts';
import type { Finding } from './finding.ts';
import { diskFindings, folderFinding } from './folder-finding.ts';
import { keyFindings } from './key-findings.ts';
import { olderDaysFinding } from './older-days-finding.ts';
import { partLines } from './part-lines.ts';
import { paymentFindings } from './payment-findings.ts';
import { reportLines } from './print-report.ts';
import { readReport, runningParts } from './running-product.ts';

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

function nodeIsNewEnough(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

const temporalIsThere = async ({ TEMPORAL_ADDRESS }: Environment): Promise<boolean> =>
  TEMPORAL_ADDRESS !== undefined || (await findTemporal()) !== undefined;

function secrets(environment: Environment): Finding[] {
  if (environment.DEMO === 'on') return [];
  const needed = [
    'APPLE_ADS_CLIENT_ID',
    'APPLE_ADS_TEAM_ID',
    'APPLE_ADS_KEY_ID',
    'APPLE_ADS_PRIVATE_KEY_FILE',
  ] as const;
  return needed.map((name) => ({
    what: `${name} (pulls from Apple Ads)`,
    ok: environment[name] !== undefined,
    optional: true,
    fix: `export ${name}=…`,
  }));
}

/** Where the file for a report about a fault goes; `undefined` when none is wanted. */
function bundleFile(): string | undefined {
  try {
    return parseArgs({ options: { bundle: { type: 'string' } } }).values.bundle;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error('Usage: npm run doctor [-- --bundle <file>]');
    process.exit(2);
  }
}

const bundle = bundleFile();
const environment = readEnvironment(undefined, { DEMO: 'on' });
const parts = await runningParts(environment);
const runs = parts !== undefined;
const report = await readReport(environment, parts);
const findings: Finding[] = [
  { what: `Node ${process.versions.node}`, ok: nodeIsNewEnough(), fix: 'install Node 20.19 or newer' },
  { what: 'npm', ok: has('npm'), fix: 'install npm' },
  folderFinding(environment.DATA_DIR),
  ...diskFindings(environment.DATA_DIR),
  ...keyFindings(environment),
  {
    what: `port ${environment.PORT} is free${runs ? ' (Tapwise runs there)' : ''}`,
    ok: runs || !(await accepts(environment.PORT)),
    fix: 'stop what uses it, or export PORT=…',
  },
  {
    what: `port ${environment.INGEST_PORT} is free${runs ? ' (Tapwise runs there)' : ''}`,
    ok: runs || !(await accepts(environment.INGEST_PORT)),
    fix: 'stop what uses it, or export INGEST_PORT=…',
  },
  {
    what: 'Temporal (pulls run without it until it answers)',
    ok: (await temporalIsThere(environment)) || has('go'),
    optional: true,
    fix: 'install Go, from which it is built once, or export TEMPORAL_ADDRESS=host:7233',
  },
  {
    what: 'Chromium (browser tests only)',
    ok: existsSync('/usr/bin/chromium') || environment.rawVariables.CHROMIUM !== undefined,
    optional: true,
    fix: 'apt-get install chromium, or let npm test get it',
  },
  ...(await engineFindings(environment)),
  ...secrets(environment),
  ...(await paymentFindings(environment)),
  ...(await addressFindings(environment, runs)),
  ...(await olderDaysFinding(environment, runs, Date.now())),
];
for (const { what, ok, optional, fix } of findings) {
  console.log(ok ? `ok       ${what}` : `${optional ? 'missing ' : 'MISSING '} ${what}: ${fix}`);
}
for (const line of partLines(environment.DATA_DIR, parts ?? {})) console.log(line);
for (const line of reportLines(report)) console.log(line);
if (bundle !== undefined) {
  writeFileSync(bundle, makeBundle({ environment, findings, sections: report, now: new Date() }));
  console.log(
    `${bundle} has this, newest errors, versions and sizes, and nothing about people. Read it before you send it.`,
  );
}
process.exit(findings.every((finding) => finding.ok || finding.optional) ? 0 : 1);
