import { logPositionHeader } from '@tapwise/contract';
import type { FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { CatchUp } from '../access/folds/catch-up.ts';

/** Says up to which position of the log the answer holds: what it wrote, or what its tables had applied. */
export function holdsUpTo(reply: FastifyReply, position: bigint): void {
  void reply.header(logPositionHeader, position.toString());
}

/** What is waited for before a call is answered. */
interface CallersPositionOptions {
  readonly folds: CatchUp;
  /** For what is answered from the tables as they are. */
  readonly tables: CatchUp;
}

/**
 * A caller that says up to where it wrote, maybe at another process, is answered from a state that holds it. Registered before the
 * rights, so that they are those of after the write.
 */
export const callersPositionPlugin = fastifyPlugin<CallersPositionOptions>(
  async (app, { folds, tables }) => {
    app.addHook('preValidation', async (request) => {
      const position = request.headers[logPositionHeader];
      if (position === undefined || request.is404) return;
      await folds(position);
    });
    // After the rights: who may not ask waits for nothing.
    app.addHook('preHandler', async (request) => {
      const position = request.headers[logPositionHeader];
      if (position === undefined || request.routeOptions.config.past !== true || isAboutPast(request.query)) return;
      await tables(position);
    });
  },
  { name: 'callers-position' },
);

const isAboutPast = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'as_of' in query && query.as_of !== undefined;
