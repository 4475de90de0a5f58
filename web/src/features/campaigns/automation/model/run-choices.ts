import type { RuleLog } from '../api/automation-types.ts';
import { instantText } from './run-texts.ts';

export interface RunChoice {
  id: string;
  text: string;
}

/** Runs that the log speaks of, newest first: "21 Nov, 15:00". */
export function runChoices(rows: readonly RuleLog[], timeZone: string): RunChoice[] {
  const seen = new Map<string, string>();
  for (const { run_id: id, date } of rows) if (id !== null && !seen.has(id)) seen.set(id, instantText(date, timeZone));
  return [...seen].map(([id, text]) => ({ id, text }));
}
