import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What runs the processes now; `queued`: they wait for Temporal. */
export type EngineState = 'local' | 'temporal' | 'queued';

const states = {
  local: { driver: 'loop', detail: 'Pulls run without Temporal' },
  temporal: { driver: 'temporal', detail: 'Pulls run on Temporal' },
  queued: { driver: 'temporal', detail: 'Work waits for Temporal' },
} as const satisfies Record<EngineState, { driver: 'loop' | 'temporal'; detail: string }>;

/**
 * Writes down what runs the processes, in `<DATA_DIR>/run/workflows.json`, from where readiness answers and operators read it.
 * @param temporal Address at which a Temporal is looked for.
 */
export async function writeEngineState(dataDir: string, state: EngineState, temporal?: string): Promise<void> {
  const file = join(dataDir, 'run', 'workflows.json');
  await mkdir(join(dataDir, 'run'), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify({ ...states[state], temporal }));
  await rename(`${file}.new`, file);
}
