import { sqlPagePaths, sqlPageQuerySchema, sqlViewsResponseSchema } from '@tapwise/contract/sql';
import { analystViews, sqlExamples } from '@tapwise/projections/queries';
import type { ApiServer } from '../../http/api-server.ts';

const views = analystViews.map(({ name, comment, columns }) => ({
  name,
  comment,
  columns: columns.map(([column, type, columnComment]) => ({ name: column, type, comment: columnComment })),
}));

/** The views that statements may name, with examples. */
export function sqlViewsRoute(app: ApiServer): void {
  app.get(
    sqlPagePaths.views,
    {
      schema: { querystring: sqlPageQuerySchema, response: { 200: sqlViewsResponseSchema } },
      config: { right: 'read_sql' },
    },
    async () => ({ status: 'ok' as const, views, examples: [...sqlExamples] }),
  );
}
