import type { EngineConnection } from '../engine/engine-connection.ts';
import { quoteIdentifier, quoteString } from '../sql/quote.ts';
import type { QueryJob } from './query-job.ts';

/** A function that gives a named session back what one request changed for itself. */
export type Restore = () => void;

/**
 * Notes the values of a named session that a request is about to override: its settings and its current database.
 * Settings of a request last for that request only.
 */
export function rememberSettings(connection: EngineConnection, job: QueryJob): Restore {
  const names = ['log_comment', ...job.settings.keys()].filter((name) => name !== 'readonly');
  const list = names.map(quoteString).join(', ');
  const rows = connection.runNow(
    `SELECT name, changed, base64Encode(value) FROM system.settings WHERE name IN (${list}) FORMAT TabSeparated`,
  );
  const database = connection.runNow('SELECT base64Encode(currentDatabase()) FORMAT TabSeparatedRaw').trim();
  const assignments = rows
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => {
      const [name = '', changed, value = ''] = row.split('\t');
      return `${quoteIdentifier(name)}=${changed === '1' ? quoteString(fromBase64(value)) : 'DEFAULT'}`;
    });
  return () => {
    if (assignments.length > 0) connection.runNow(`SET ${assignments.join(', ')}`);
    if (job.database !== undefined) connection.runNow(`USE ${quoteIdentifier(fromBase64(database))}`);
  };
}

/** True when settings made earlier in the session forbid putting a streamed answer together from its chunks. */
export function sessionNeedsWholeResponses(connection: EngineConnection): boolean {
  const result = connection.runNow(
    "SELECT getSetting('extremes') OR getSetting('output_format_json_array_of_rows') FORMAT TabSeparated",
  );
  return !/^(0|false)$/.test(result.trim());
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}
