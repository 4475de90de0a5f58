/** A column's type as the engine names it, taken apart: `Nullable(DateTime64(3, 'UTC'))`. */
export interface ColumnType {
  /** The outermost name: `Nullable`, `Array`, `UInt64`. */
  readonly name: string;
  /** What is between the parentheses, split at the commas outside of further parentheses and quotes. */
  readonly parameters: readonly string[];
}

/** @throws RangeError for a text that is no type. */
export function parseColumnType(text: string): ColumnType {
  const match = /^(\w+)(?:\((.*)\))?$/s.exec(text.trim());
  if (match === null) throw new RangeError(`Not a column type: ${text}`);
  const [, name = '', inside] = match;
  return { name, parameters: inside === undefined ? [] : splitParameters(inside) };
}

/** The type inside another: of the elements of an array, or of what may be null. */
export const innerType = (type: ColumnType, index = 0): ColumnType => parseColumnType(type.parameters[index] ?? '');

/** Name and number of one element of an enumeration: `'it\\'s' = -3`. */
export function enumElement(parameter: string): [string, number] {
  const match = /^'((?:[^'\\]|\\.)*)'\s*=\s*(-?\d+)$/s.exec(parameter);
  if (match === null) throw new RangeError(`Not an element of an enumeration: ${parameter}`);
  return [(match[1] ?? '').replaceAll(/\\(.)/gs, '$1'), Number(match[2])];
}

function splitParameters(inside: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let at = 0; at < inside.length; at += 1) {
    const character = inside[at];
    if (character === '\\') at += 1;
    else if (character === "'") quoted = !quoted;
    else if (quoted) continue;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(inside.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, inside.slice(start).trim()];
}
