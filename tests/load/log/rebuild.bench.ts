import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { engineAddresses, wholeHistory } from '../../support/product/demo-history.ts';
import { startProduct } from '../../support/product/product.ts';
import { median, printRatio } from '../measuring/figures.ts';

/** Rebuilding all tables from the log, against inserting the very same prepared rows. Median of three, one run. */
const repetitions = 3;
const root = join(import.meta.dirname, '..', '..', '..');

// Three months are a hundred thousand events, which are in the log within minutes.
const product = await startProduct({ environment: { SIMULATOR_HISTORY_MONTHS: '3' } });
try {
  await wholeHistory(product);
  const rebuilt: number[] = [];
  const raw: number[] = [];
  for (let round = 0; round < repetitions; round += 1) {
    const output = rebuildOnce(engineAddresses(product));
    const [, events = '0', seconds = '0'] = /(\d+) events, \d+ rows in ([\d.]+) s/.exec(output) ?? [];
    const rawSeconds = /raw insert of the same rows: ([\d.]+) s/.exec(output)?.[1] ?? '0';
    rebuilt.push(Number(events) / Number(seconds));
    raw.push(Number(events) / Number(rawSeconds));
  }
  printRatio(
    'projection rebuild ÷ raw insert of the same rows',
    { ours: median(rebuilt), base: median(raw), unit: 'events/s' },
    '≥ 0.4',
  );
} finally {
  await product.stop();
}

function rebuildOnce(addresses: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(root, 'projections/src/writing/rebuild.ts'), '--measure'],
    { env: { ...process.env, ...addresses, LOG_LEVEL: 'error' }, encoding: 'utf8', cwd: root },
  );
  if (status !== 0) throw new Error(`The rebuild failed: ${stdout}${stderr}`);
  return stdout;
}
