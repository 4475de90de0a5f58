import type { Break } from '../break.ts';

/** What keeps analysts to their own rows. */
export const sqlBreaks: readonly Break[] = [
  {
    what: 'a view runs with the rights of the caller, not of its reader',
    file: 'projections/src/views/scope-statements.queries.ts',
    find: 'SQL SECURITY DEFINER AS',
    replace: 'SQL SECURITY INVOKER AS',
    specs: ['projections/src/views/views.int.spec.ts'],
  },
  {
    what: 'the row filter of a table has OR 1',
    file: 'projections/src/views/scope-statements.queries.ts',
    find: ')})`,\n    application_or_all',
    replace: ')}) OR 1`,\n    application_or_all',
    specs: ['projections/src/views/views.int.spec.ts'],
  },
  {
    what: 'one forbidden function is allowed',
    file: 'api/src/sql/gate/functions.ts',
    find: 'if (isAllowed(token.exact) || types.has(token.name)) return;',
    replace: "if (isAllowed(token.exact) || types.has(token.name) || token.name === 'file') return;",
    specs: ['tests/sql/gate.int.spec.ts'],
  },
  {
    what: 'verdicts are remembered without the user',
    file: 'api/src/sql/engine/gate-engine.ts',
    find: 'JSON.stringify([engine.user, database, statement])',
    replace: 'JSON.stringify([database, statement])',
    specs: ['tests/sql/gate.int.spec.ts'],
  },
  {
    what: 'settings behind FORMAT reach the engine unchecked',
    file: 'api/src/sql/gateway/respond-to-statement.ts',
    find: '...allowedSettings(settings, world.settings.seconds),',
    replace: '...(verdict.format === undefined ? allowedSettings(settings, world.settings.seconds) : settings),',
    specs: ['tests/sql/gateway.int.spec.ts'],
  },
  {
    what: 'an alias with the name of a function is refused',
    file: 'api/src/sql/gate/functions.ts',
    find: 'refusedFunctions.has(token.name) && isHandedOn(tokens, index)',
    replace: 'refusedFunctions.has(token.name)',
    specs: ['tests/sql/gate.int.spec.ts'],
  },
  {
    what: 'a name in capitals is taken for a word of the language',
    file: 'api/src/sql/gate/statement-tokens.ts',
    find: "isCapitals && again.subarray(start, end).toString('utf8') === text;",
    replace: 'isCapitals;',
    specs: ['tests/sql/gate.int.spec.ts'],
  },
  {
    what: 'the operator IN as a function reads any table',
    file: 'api/src/sql/gate/table-places.ts',
    find: "if (isMembership(token) && tokens[index + 1]?.text === '(')",
    replace: "if (isMembership(token) && tokens[index + 1]?.text === '[')",
    specs: ['tests/sql/gate.int.spec.ts'],
  },
  {
    what: 'system.databases shows directories of the machine',
    file: 'api/src/sql/gate/gate.ts',
    find: 'const statementText = withoutDirectories(text, tail.tokens);',
    replace: 'const statementText = withoutDirectories(text, []);',
    specs: ['tests/sql/engine-tables.int.spec.ts'],
  },
  {
    what: 'a full-width sign at the start of a cell is left alone',
    file: 'domain/src/shared/sheet-text.ts',
    find: ".slice(0, 1).normalize('NFKC')",
    replace: '.slice(0, 1)',
    specs: ['domain/src/shared/sheet-text.unit.spec.ts'],
  },
  {
    what: 'a name that looks like an escape of a workbook is read as another one',
    file: 'web/src/shared/tables/excel/sheet-string.ts',
    find: "'_x005F_'",
    replace: "'_'",
    specs: ['web/src/shared/tables/excel/make-workbook.unit.spec.ts'],
  },
  {
    what: 'a decimal comma in a template is not named',
    file: 'domain/src/campaigns/creation/planning/template.ts',
    find: "return 'Has a decimal comma: write it with a point, or separate the columns with semicolons';",
    replace: 'return undefined;',
    specs: ['domain/src/campaigns/creation/planning/template.unit.spec.ts'],
  },
];
