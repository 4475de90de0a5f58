/** What of JSON Schema the description of the calls uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly description?: string;
}

const widest = 96;

/** A schema in the notation of TypeScript; objects that are too wide for a line go over several. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  const inline = typeText(schema);
  return indent.length + inline.length <= widest ? inline : typeText(schema, indent);
}

/** @param indent of the line that an object is opened in; without it everything is one line. */
function typeText(schema: JsonSchema, indent?: string): string {
  const print = (inner: JsonSchema): string => (indent === undefined ? typeText(inner) : schemaText(inner, indent));
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return isId(union) ? 'id' : [...new Set(union.map(print))].join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map(print).join(' & ');
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.type)) return schema.type.map((type) => print({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return listText(schema, print);
  if (schema.type === 'object') return objectText(schema, indent);
  return schema.type === 'integer' ? 'number' : String(schema.type ?? 'unknown');
}

/** Ids of Apple are taken as whole numbers and as their digits. */
const isId = (union: readonly JsonSchema[]): boolean =>
  union.length === 2 && union[0]?.type === 'integer' && union[1]?.type === 'string';

function listText({ items, prefixItems }: JsonSchema, print: (inner: JsonSchema) => string): string {
  if (prefixItems !== undefined) return `[${prefixItems.map(print).join(', ')}]`;
  const inner = print(items ?? {});
  return /[ |&]/.test(inner) && !inner.startsWith('{') ? `(${inner})[]` : `${inner}[]`;
}

function objectText(schema: JsonSchema, indent?: string): string {
  const print = (inner: JsonSchema): string =>
    indent === undefined ? typeText(inner) : schemaText(inner, `${indent}  `);
  const needed = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => `${nameText(name)}${needed.has(name) ? '' : '?'}: ${print(inner)}`,
  );
  const { additionalProperties: others } = schema;
  if (typeof others === 'object') fields.push(`[name: string]: ${print(others)}`);
  if (fields.length === 0) return '{}';
  return indent === undefined
    ? `{ ${fields.join('; ')} }`
    : `{\n${fields.map((field) => `${indent}  ${field};`).join('\n')}\n${indent}}`;
}

const nameText = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
