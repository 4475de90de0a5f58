import type { Statement } from '../sql/statement.ts';

/** What this node calls itself, in a header and to drivers. */
export const DISPLAY_NAME = 'embedded';

/** Since this version of the protocol a byte in front of each column says whether it is serialized in a way of its own. */
const COLUMN_FLAG_VERSION = 54_454;

/** The first statement of clickhouse-go (and of Grafana through it), word by word. */
const HELLO = 'SELECT displayName ( ) , version ( ) , revision ( ) , timezone ( )';

/** The plain form of Native, whatever version the client offers. */
const PLAIN_REVISION = 0;

/** True for the statement by which clickhouse-go finds out about the server. */
export function isDriverHello(statement: Statement): boolean {
  const { tokens, text } = statement;
  return tokens.map(({ start, end }) => text.slice(start, end)).join(' ') === HELLO;
}

/**
 * The answer to that statement, in the form of Native that belongs to the version the driver offers: it reads this one
 * answer so, and all later ones by the revision it finds here. The engine writes plain Native only, hence revision 0.
 */
export function driverHello(protocolVersion: number, version: string, timezone: string): Buffer {
  const revision = Buffer.alloc(4);
  revision.writeUInt32LE(PLAIN_REVISION);
  const columns: ReadonlyArray<readonly [name: string, type: string, value: Buffer]> = [
    ['displayName()', 'String', lengthAndBytes(DISPLAY_NAME)],
    ['version()', 'String', lengthAndBytes(version)],
    ['revision()', 'UInt32', revision],
    ['timezone()', 'String', lengthAndBytes(timezone)],
  ];
  const flag = Buffer.alloc(protocolVersion >= COLUMN_FLAG_VERSION ? 1 : 0);
  const oneRow = Buffer.from([columns.length, 1]);
  const written = columns.map(([name, type, value]) =>
    Buffer.concat([lengthAndBytes(name), lengthAndBytes(type), flag, value]),
  );
  return Buffer.concat([blockInfo(), oneRow, ...written]);
}

/** Numbered fields up to a zero: 1, no overflow row; 2, no bucket of a distributed aggregation (-1). */
function blockInfo(): Buffer {
  return Buffer.from([1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0]);
}

/** A string as Native has it. All of them are shorter than 128 bytes, so that their length is one byte. */
function lengthAndBytes(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8').subarray(0, 127);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}
