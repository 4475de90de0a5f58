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
    file: 'api/src/sql/answer-statement.ts',
    find: '...allowedSettings(settings, world.settings.seconds),',
    replace: '...(verdict.format === undefined ? allowedSettings(settings, world.settings.seconds) : settings),',
    specs: ['tests/sql/gateway.int.spec.ts'],
  },
];
