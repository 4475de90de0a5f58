import type { SpanRequest } from '../observability/telemetry/spans.ts';

/** @param subject Name of a question, or of a table; never the statement, whose parameters may name customers. */
export const tablesSpan = (operation: 'SELECT' | 'INSERT', subject: string): SpanRequest => ({
  name: `${operation} ${subject}`,
  kind: 'client',
  attributes: {
    'db.system.name': 'clickhouse',
    'db.operation.name': operation,
    'db.query.summary': `${operation} ${subject}`,
  },
});
