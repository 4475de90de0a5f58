import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../../../shared/files/save-file.ts';
import { runStatement } from '../api/sql-query-api.ts';
import { queryMessages as words } from '../messages.ts';
import { type QueryResult, readResult } from '../model/result.ts';

/** Rows the page shows at most; files hold all. */
export const mostRows = 10_000;

/** What was run last, and its result. The result before stays while the next one is awaited. */
export interface RunState {
  status: 'idle' | 'running' | 'done' | 'failed' | 'cancelled';
  startedAt: number;
  /** `null`: none yet, or the statement has none. */
  result: QueryResult | null;
  /** The run and the statement the result is of. */
  of: { run: number; user: string; query: string } | null;
  ms: number | null;
  position: string | null;
  error: Error | null;
}

const idle: RunState = {
  status: 'idle',
  startedAt: 0,
  result: null,
  of: null,
  ms: null,
  position: null,
  error: null,
};

/** Runs one statement at a time. Leaving the page ends it. */
export function useRun() {
  const [state, setState] = useState(idle);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  async function run(user: string, query: string): Promise<void> {
    if (abort.current !== null) return;
    const controller = new AbortController();
    abort.current = controller;
    const startedAt = Date.now();
    setState((before) => ({ ...before, status: 'running', startedAt, error: null }));
    try {
      // One more than is shown says that there are more.
      const call = { user, query, format: 'JSONCompact', max_rows: mostRows + 1, signal: controller.signal };
      const response = await runStatement(call);
      const result = readResult(await response.blob.text(), mostRows);
      const { position } = response;
      setState({
        status: 'done',
        startedAt,
        result,
        of: { run: startedAt, user, query },
        ms: elapsedOf(response.summary),
        position,
        error: null,
      });
    } catch (error) {
      const cancelled = controller.signal.aborted;
      setState((before) => ({
        ...before,
        status: cancelled ? 'cancelled' : 'failed',
        error: cancelled ? null : error instanceof Error ? error : new Error(words.failed),
      }));
    } finally {
      abort.current = null;
    }
  }
  return { state, run, cancel: () => abort.current?.abort() };
}

/** Milliseconds at the engine. */
function elapsedOf(summary: string | null): number | null {
  if (summary === null) return null;
  const { elapsed_ns } = JSON.parse(summary) as { elapsed_ns?: string };
  return elapsed_ns === undefined ? null : Math.round(Number(elapsed_ns) / 1e6);
}

const files = {
  csv: { format: 'CSVWithNames', ending: 'csv' },
  parquet: { format: 'Parquet', ending: 'parquet' },
} as const;
export type FileKind = keyof typeof files;

/** Runs a statement for a file with all its rows. */
export function useDownload() {
  const [busy, setBusy] = useState<FileKind | null>(null);
  const [error, setError] = useState<Error | null>(null);
  async function download(kind: FileKind, of: { user: string; query: string }, name: string): Promise<void> {
    if (busy !== null) return;
    setBusy(kind);
    setError(null);
    try {
      const { format, ending } = files[kind];
      const { user, query } = of;
      const { blob } = await runStatement({ user, query, format });
      saveFile(blob, `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'result'}.${ending}`);
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(words.failed));
    } finally {
      setBusy(null);
    }
  }
  return { busy, error, download };
}

/** A file that is being fetched, and how that begins. */
export type Download = ReturnType<typeof useDownload>;
