import { parseArgs } from 'node:util';
import { UsageError } from '../operator/subcommand.ts';

const usage =
  'Usage: npm run --silent as-of -- --at <instant> [--position <x-log-position>] [--keep] [--within <seconds>] "/api/asa/campaigns?application_id=…&…" …';

/** What the command is to answer. */
export interface AsOfRequest {
  readonly at: Date;
  /** Of the last event in the tables; the last one recorded by the instant when absent. */
  readonly position: string | undefined;
  /** Whether the tables stay. */
  readonly keep: boolean;
  /** All of it may take this long. */
  readonly seconds: number;
  /** Paths of the API with their parameters. */
  readonly calls: readonly string[];
}

/**
 * @param args What follows the command. @param now Milliseconds.
 * @throws UsageError for arguments that make no sense.
 */
export function readAsOfRequest(args: readonly string[], now: number): AsOfRequest {
  const { values, positionals: calls } = parse(args);
  const at = new Date(values.at ?? '');
  const seconds = Number(values.within);
  const hasCalls = calls.length > 0 && calls.every((call) => call.startsWith('/api/'));
  const isPosition = /^\d{1,19}$/.test(values.position ?? '0');
  if (Number.isNaN(at.getTime()) || !hasCalls || !isPosition || !(seconds > 0)) throw new UsageError(usage);
  if (at.getTime() > now) throw new UsageError('--at lies in the future.');
  return { at, position: values.position, keep: values.keep, seconds, calls };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        at: { type: 'string' },
        position: { type: 'string' },
        keep: { type: 'boolean', default: false },
        within: { type: 'string', default: '900' },
      },
      allowPositionals: true,
    });
  } catch {
    throw new UsageError(usage);
  }
}
