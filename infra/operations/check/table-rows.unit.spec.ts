import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tableRowTypes } from './table-rows.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'projections', 'schema');
const create = (columns: string): string =>
  `-- Grain: one.\nCREATE TABLE IF NOT EXISTS {database}.a_v1 {cluster}\n(\n${columns}\n)\nENGINE = {engine}(log_position)\nORDER BY (a);\n`;

describe('types of rows', () => {
  it('are those of the files that make the tables', () => {
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort();
    const written = readFileSync(join(folder, 'table-rows.ts'), 'utf8');
    expect(tableRowTypes(files.map((name) => readFileSync(join(folder, name), 'utf8')))).toBe(written);
  });

  it('follow the types of columns, later ones too, without those that the engine computes', () => {
    const columns = [
      "    state Enum8('on' = 1, 'off' = 2),",
      '    text Nullable(String) CODEC(ZSTD(1)),',
      '    shares Array(Float64),',
      "    kinds Array(Enum8('a' = 1, 'b' = 2)),",
      '    unread UInt8 DEFAULT 0,',
      '    twice Int64 MATERIALIZED one * 2,',
      '    log_position UInt64',
    ];
    const added = 'ALTER TABLE {database}.a_v1 {cluster}\n    ADD COLUMN IF NOT EXISTS is_late Bool;\n';
    expect(tableRowTypes([create(columns.join('\n')), added])).toContain(
      [
        '  a_v1: {',
        "    state: 'on' | 'off'; text: string | null; shares: readonly number[]; kinds: readonly ('a' | 'b')[]; unread?: number;",
        '    log_position: string | bigint; is_late: boolean;',
        '  };',
      ].join('\n'),
    );
  });

  it('exist for every column', () => {
    expect(() => tableRowTypes([create('    point Point')])).toThrow('Rows have no type for Point');
  });
});
