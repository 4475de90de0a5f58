import { openFileFolder } from '@tapwise/adapters';

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
  const content = JSON.stringify({ ...states[state], temporal });
  await openFileFolder(dataDir).replace('run/workflows.json', Buffer.from(content));
}
