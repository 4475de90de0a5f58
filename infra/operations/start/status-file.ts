import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PartState {
  readonly status: 'ok' | 'starting' | 'degraded' | 'down';
  readonly detail: string;
}

/** Keeps `<DATA_DIR>/run/status.json` true, which the readiness answers of the services include. */
export function keepStatusFile(dataDir: string, states: () => Record<string, PartState>): () => void {
  const file = join(dataDir, 'run', 'status.json');
  let written = '';
  const write = () => {
    const text = JSON.stringify({ parts: states() });
    if (text === written) return;
    written = text;
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  write();
  const timer = setInterval(write, 250);
  return () => clearInterval(timer);
}
