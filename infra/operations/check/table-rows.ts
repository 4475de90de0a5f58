/** A column of a table, as its file in `projections/schema` declares it. */
interface Column {
  readonly name: string;
  readonly type: string;
  /** The engine fills it in where it is missing. */
  readonly hasDefault: boolean;
}

/** Columns of these kinds are the table's own work: nobody writes them. */
const computed = /\b(?:MATERIALIZED|ALIAS)\b/;
const widest = 120;

/**
 * The types of the rows that are written to tables, in TypeScript, made from the files that make the tables.
 * @param files Their texts, in the order of their numbers.
 * @throws RangeError for a type that has none here.
 */
export function tableRowTypes(files: readonly string[]): string {
  const tables = new Map<string, Column[]>();
  for (const text of files) {
    for (const [, table = '', body = ''] of text.matchAll(
      /CREATE TABLE IF NOT EXISTS \{database\}\.(\w+)[^(]*\(\n([\s\S]*?)\n\)/g,
    )) {
      tables.set(table, columnsIn(body));
    }
    for (const [, table = '', body = ''] of text.matchAll(
      /ALTER TABLE \{database\}\.(\w+) \{cluster\}\n([\s\S]*?);/g,
    )) {
      tables.get(table)?.push(...columnsIn(body.replaceAll('ADD COLUMN IF NOT EXISTS ', '')));
    }
  }
  const members = [...tables].map(([table, columns]) => `  ${table}: {\n${filled(columns.map(memberOf))}\n  };`);
  return [
    '// Made by `node --import tsx infra/operations/check/document-tables.ts` from the files of this folder; a spec holds them together.',
    '',
    '/** What is written to a table, by its name. Columns that the engine computes are not in it. */',
    'export interface TableRows {',
    ...members,
    '}',
    '',
  ].join('\n');
}

const columnsIn = (body: string): Column[] =>
  body
    .split('\n')
    .map((line) => line.trim().replace(/(?: CODEC\(\w+\(\d\)\))?,?$/, ''))
    .filter((line) => !computed.test(line))
    .map((line) => {
      const [declared = '', fallback] = line.split(' DEFAULT ');
      const [name = '', ...type] = declared.split(' ');
      return { name, type: type.join(' '), hasDefault: fallback !== undefined };
    });

const memberOf = ({ name, type, hasDefault }: Column): string =>
  `${name}${hasDefault ? '?' : ''}: ${typeOf(type, name)};`;

/** Positions in the log, revisions and hashes may be larger than the whole numbers that are exact. */
const isLarge = (name: string): boolean => /(?:^|_)(?:position|revision|key)$/.test(name);

const scalars: Readonly<Record<string, string>> = {
  Bool: 'boolean',
  Date: 'string',
  DateTime: 'string',
  DateTime64: 'string',
  Float64: 'number',
  Int64: 'number',
  String: 'string',
  UInt8: 'number',
  UInt16: 'number',
  UInt32: 'number',
  UInt64: 'number',
};

function typeOf(type: string, name: string): string {
  const [, outer = type, inner = ''] = /^(\w+)\((.*)\)$/.exec(type) ?? [];
  switch (outer) {
    case 'LowCardinality':
      return typeOf(inner, name);
    case 'Nullable':
      return `${typeOf(inner, name)} | null`;
    case 'Array':
      return inner.startsWith('Enum8') ? `readonly (${typeOf(inner, name)})[]` : `readonly ${typeOf(inner, name)}[]`;
    case 'Map':
      return 'Readonly<Record<string, string>>';
    case 'Enum8':
      return [...inner.matchAll(/'\w+'/g)].join(' | ');
    default: {
      const scalar = outer === 'UInt64' && isLarge(name) ? 'string | bigint' : scalars[outer];
      if (scalar === undefined) throw new RangeError(`Rows have no type for ${type}`);
      return scalar;
    }
  }
}

/** Members side by side, as many in a line as it holds. */
function filled(members: readonly string[]): string {
  const lines: string[] = [];
  for (const member of members) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + member.length > widest) lines.push(`    ${member}`);
    else lines[lines.length - 1] = `${last} ${member}`;
  }
  return lines.join('\n');
}
