import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export interface PartState {
  readonly status: 'ok' | 'starting' | 'degraded' | 'down';
  readonly detail: string;
  /** Of the workflows: who drives the work. */
  readonly driver?: 'temporal' | 'loop';
}

const driverSchema = z.object({ driver: z.enum(['temporal', 'loop']), detail: z.string() });

/** Keeps `<DATA_DIR>/run/status.json` true, which the readiness answers of the services include. */
export function keepStatusFile(dataDir: string, states: () => Record<string, PartState>): () => void {
  const file = join(dataDir, 'run', 'status.json');
  let written = '';
  const write = () => {
    const text = JSON.stringify({ parts: withDriver(dataDir, states()) });
    if (text === written) return;
    written = text;
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  write();
  const timer = setInterval(write, 250);
  return () => {
    clearInterval(timer);
    // What no longer runs must not be found here later.
    rmSync(file, { force: true });
  };
}

/** Adds what the workflows process wrote down: whether Temporal or its own loop drives the work. */
function withDriver(dataDir: string, parts: Record<string, PartState>): Record<string, PartState> {
  const { workflows } = parts;
  if (workflows?.status !== 'ok') return parts;
  try {
    const text = readFileSync(join(dataDir, 'run', 'workflows.json'), 'utf8');
    return { ...parts, workflows: { ...workflows, ...driverSchema.parse(JSON.parse(text)) } };
  } catch {
    // Not written yet.
    return parts;
  }
}
