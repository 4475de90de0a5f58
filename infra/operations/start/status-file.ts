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

/**
 * Keeps `<DATA_DIR>/run/status.json` true, which the readiness answers of the services include. A disk that takes nothing is tried again.
 * @param report Called when it cannot be written, until it can.
 */
export function keepStatusFile(
  dataDir: string,
  states: () => Record<string, PartState>,
  report: (line: string) => void = () => undefined,
): () => void {
  const file = join(dataDir, 'run', 'status.json');
  let written = '';
  let failure = '';
  const write = () => {
    const text = JSON.stringify({ parts: withDriver(dataDir, states()) });
    if (text === written) return;
    try {
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
      written = text;
      if (failure !== '') report('DATA_DIR can be written again');
      failure = '';
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== failure) report(`DATA_DIR cannot be written: ${reason}`);
      failure = reason;
    }
  };
  write();
  const timer = setInterval(write, 250);
  return () => {
    clearInterval(timer);
    try {
      // What no longer runs must not be found here later.
      rmSync(file, { force: true });
    } catch {
      // The disk takes nothing, not even this.
    }
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
