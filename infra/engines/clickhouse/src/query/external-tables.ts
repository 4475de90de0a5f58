import type { EngineConnection } from '../engine/engine-connection.ts';
import { quoteIdentifier } from '../sql/quote.ts';
import { parseStatement } from '../sql/statement.ts';
import { insertFromFile, statementText } from '../sql/statement-text.ts';
import type { BodyFiles } from './body-files.ts';
import type { ExternalTable } from './query-job.ts';

const FORMAT = 'TabSeparated';

/** Creates and fills the temporary tables sent along with a query, in the connection the query will run on. */
export async function loadExternalTables(
  connection: EngineConnection,
  tables: readonly ExternalTable[],
  bodies: BodyFiles,
): Promise<void> {
  for (const table of tables) {
    const name = quoteIdentifier(table.name);
    const file = bodies.writeNow(table.bytes);
    try {
      await connection.run(single(`CREATE TEMPORARY TABLE ${name} (${table.structure}) ENGINE = Memory`), FORMAT);
      const insert = parseStatement(`INSERT INTO ${toBytes(name)} FORMAT ${quoteIdentifier(table.format)}`);
      await connection.run(insertFromFile(insert, file.path), FORMAT);
    } finally {
      file.discard();
    }
  }
}

/** The structure is the client's text: it may not smuggle in a second statement. */
function single(sql: string): string {
  return statementText(parseStatement(toBytes(sql)));
}

function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
