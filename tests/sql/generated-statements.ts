/** Numbers from 0 to below 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const honestTables = ['campaigns', 'numbers(3)', 'system.one', "values('name String', ('a'))"];
const foreignTables = [
  'tapwise.charge_v1',
  'tapwise.campaign_current_v1',
  '`tapwise`.campaign_current_v1',
  'tapwise . charge_v1',
  "merge('tapwise', 'campaign')",
  'view(SELECT * FROM tapwise.campaign_current_v1)',
  'loop(tapwise.charge_v1)',
  "file('/etc/passwd', 'LineAsString')",
  'system.parts',
  "mergeTreeIndex('tapwise', 'charge_v1')",
  "remote('127.0.0.1:1', tapwise.charge_v1)",
  "url('http://127.0.0.1:1/', 'CSV', 'a String')",
  '{t:Identifier}',
];
const honestValues = ['1', "'a'", 'now()', 'version()', '[1, 2]', '(1, 2)', 'NULL'];
const foreignValues = [
  "file('/etc/passwd')",
  "joinGet('tapwise.charge_v1', 'kind', 1)",
  'hostName()',
  "getSetting('readonly')",
  "hasColumnInTable('tapwise', 'charge_v1', 'kind')",
  '1 IN tapwise.campaign_current_v1',
  "getMacro('a')",
  '1 IN (tapwise.campaign_current_v1)',
  'in(1, tapwise.campaign_current_v1)',
  "arrayMap((file AS f), ['/etc/passwd'])",
];
/** Names that are words of the language as well. */
const wordyNames = ['where', 'FORMAT', 'settings', 'UNION', 'WITH', 'ARRAY', 'user', 'file'];

/** Statements that hide what is foreign in places where something allowed may be, in odd spellings. */
export function* generatedStatements(seed: number): Generator<string, never> {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const oneOf = (...makers: (() => string)[]): string => pick(makers)();

  const table = (depth: number): string =>
    oneOf(
      () => pick(honestTables),
      () => pick(foreignTables),
      () => (depth > 0 ? `(${select(depth - 1)})` : pick(honestTables)),
      () => (depth > 0 ? `${table(depth - 1)} AS l CROSS JOIN ${table(depth - 1)} AS r` : pick(foreignTables)),
      () => (depth > 0 ? `${table(depth - 1)}, ${table(depth - 1)}` : pick(honestTables)),
      () => (depth > 0 ? `${pick(honestTables)} AS ${pick(wordyNames)}, ${table(depth - 1)}` : pick(honestTables)),
    );
  const value = (depth: number): string => {
    if (depth <= 0)
      return oneOf(
        () => pick(honestValues),
        () => pick(foreignValues),
      );
    const inner = () => value(depth - 1);
    return oneOf(
      inner,
      () => `if(1, ${inner()}, NULL)`,
      () => `toString(${inner()})`,
      () => `arrayMap(x -> ${inner()}, [1])`,
      () => `(SELECT any(name) FROM ${table(depth - 1)})`,
      () => `1 IN (${select(depth - 1)})`,
      () => `CASE WHEN ${inner()} IS NULL THEN 1 ELSE ${inner()} END`,
      () => `tuple(${inner()}, ${inner()})`,
      () => `count() OVER (ORDER BY ${inner()})`,
    );
  };
  const select = (depth: number): string => {
    const below = depth - 1;
    return oneOf(
      () => `SELECT * FROM ${table(depth)}`,
      () => `SELECT ${value(depth)} AS ${random() > 0.5 ? 'a' : pick(wordyNames)} FROM ${table(depth)}`,
      () => `SELECT ${value(depth)}`,
      () => `SELECT 1 FROM campaigns WHERE ${value(depth)} IS NOT NULL`,
      () => `SELECT name FROM campaigns ORDER BY ${value(depth)}`,
      () => `SELECT count() FROM campaigns GROUP BY ${value(depth)} HAVING 1`,
      () => (depth > 0 ? `WITH w AS (${select(below)}) SELECT * FROM w` : 'SELECT 1'),
      () => (depth > 0 ? `WITH ${value(below)} AS w SELECT w` : 'SELECT 2'),
      () => (depth > 0 ? `${select(below)} UNION ALL ${select(below)}` : 'SELECT 3'),
      () => (depth > 0 ? `FROM ${table(below)} SELECT *` : 'SELECT 4'),
      () => `DESCRIBE (${depth > 0 ? select(below) : 'SELECT 5'})`,
    );
  };
  const spelled = (text: string): string =>
    text.replace(/ |\b(?:SELECT|FROM|WHERE|JOIN|IN|UNION)\b/g, (word) => {
      if (random() > 0.15) return word;
      return word === ' ' ? pick(['  ', '\n', '/**/', ' /* FROM campaigns */ ', '\t']) : word.toLowerCase();
    });
  const tail = (): string =>
    random() > 0.2
      ? ''
      : pick([' FORMAT CSV', ' SETTINGS max_threads = 2', ' SETTINGS readonly = 0 FORMAT CSV', ';', ' -- x']);
  for (;;) yield spelled(select(3)) + tail();
}
