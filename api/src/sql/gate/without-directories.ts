import { isName, isWord, type SqlToken } from './statement-tokens.ts';

/** Columns of the engine's own tables that name directories of the machine, with what is shown in their place. */
const hidden: Readonly<Record<string, string>> = {
  databases: "'' AS data_path, '' AS metadata_path",
  tables: "emptyArrayString() AS data_paths, '' AS metadata_path",
};

/** A piece of the statement and what is written in its place. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A checked statement in which `system.databases` and `system.tables` show no directory of the machine: each is read through a
 * subquery that leaves the rest as it is. A statement that was treated before stays the same.
 * @param tokens of the statement, with offsets in its bytes.
 */
export function withoutDirectories(statement: string, tokens: readonly SqlToken[]): string {
  const replacements: Replacement[] = [];
  const names = new Map<string, string>();
  for (const [index, token] of tokens.entries()) {
    const table = engineTable(tokens, index);
    if (table === undefined || !isTablePosition(tokens, index) || isTreated(tokens, index)) continue;
    const end = tokens[index + 2]?.end ?? 0;
    const isNamed = isWord(tokens[index + 3], 'AS');
    names.set(table, isNamed ? (tokens[index + 4]?.text ?? table) : table);
    const subquery = `(SELECT * REPLACE (${hidden[table]}) FROM system.${table})`;
    replacements.push({ start: token.start, end, text: isNamed ? subquery : `${subquery} AS ${table}` });
  }
  for (const [index, token] of tokens.entries()) {
    const name = names.get(engineTable(tokens, index) ?? '');
    const isColumn = tokens[index + 3]?.type === 'Dot';
    if (name !== undefined && isColumn)
      replacements.push({ start: token.start, end: tokens[index + 2]?.end ?? 0, text: name });
  }
  return replaced(statement, replacements);
}

/** The name of the table when `system.databases` or `system.tables` begins here. */
function engineTable(tokens: readonly SqlToken[], index: number): string | undefined {
  const before = tokens[index - 1];
  const first = tokens[index];
  const dot = tokens[index + 1];
  const second = tokens[index + 2];
  const isEngine = isName(first) && first.name === 'system' && before?.type !== 'Dot' && dot?.type === 'Dot';
  return isEngine && second !== undefined && second.exact in hidden ? second.exact : undefined;
}

/** Two names and no third are a table: a column of it would have its name behind it. */
const isTablePosition = (tokens: readonly SqlToken[], index: number): boolean => tokens[index + 3]?.type !== 'Dot';

/** Read through such a subquery already. */
const isTreated = (tokens: readonly SqlToken[], index: number): boolean =>
  isWord(tokens[index - 1], 'FROM') &&
  tokens[index - 2]?.text === ')' &&
  tokens[index - 3]?.name === 'metadata_path' &&
  tokens[index + 3]?.text === ')';

function replaced(statement: string, replacements: readonly Replacement[]): string {
  const bytes = Buffer.from(statement, 'utf8');
  const parts: Buffer[] = [];
  let from = 0;
  for (const { start, end, text } of [...replacements].sort((a, b) => a.start - b.start)) {
    parts.push(bytes.subarray(from, start), Buffer.from(text, 'utf8'));
    from = end;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]).toString('utf8');
}
