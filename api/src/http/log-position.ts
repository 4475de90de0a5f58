import { logPositionHeader } from '@tapwise/contract';
import type { FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { CatchUp } from '../access/folds/catch-up.ts';

/** Says up to which position of the log the answer holds: what it wrote, or what its tables had applied. */
export function holdsUpTo(reply: FastifyReply, position: bigint): void {
  void reply.header(logPositionHeader, position.toString());
}

/**
 * A caller that says up to where it wrote, maybe at another process, is answered from a state that holds it. Registered before the
 * rights, so that they are those of after the write.
 */
export const callersPositionPlugin = fastifyPlugin<{ catchUp: CatchUp }>(
  async (app, { catchUp }) => {
    app.addHook('preValidation', async (request) => {
      const position = request.headers[logPositionHeader];
      if (position !== undefined && !request.is404) await catchUp(position);
    });
  },
  { name: 'callers-position' },
);
