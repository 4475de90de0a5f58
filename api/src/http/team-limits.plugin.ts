import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { createKeyedLimiter, createLimiter } from '../access/limits/limiter.ts';
import { sessionOf } from './rights.plugin.ts';

/** Carries out what a call of a team wants when its turn comes. @throws DomainError `too_many_requests`. */
export type TeamLimit = <T>(request: FastifyRequest, task: () => Promise<T>) => Promise<T>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Evaluations that a person tries: each costs seconds of the tables and the processor. */
    trialLimit: TeamLimit;
    /** One after another: where a limit counts what the log has, calls at once would all be below it. */
    teamTurns: TeamLimit;
  }
}

/** Of one team; a page asks for one and leaves it when another is wanted. */
const trials = { atOnce: 2, waiting: 20 } as const;
/** Of all teams: the tables answer others, too. */
const allTrials = { atOnce: 4, waiting: 400 } as const;
const turnsWaiting = 100;

export const teamLimitsPlugin = fastifyPlugin(
  async (app) => {
    const ofTeam = createKeyedLimiter(trials.atOnce, trials.waiting);
    const ofAll = createLimiter(allTrials.atOnce, allTrials.waiting);
    const turns = createKeyedLimiter(1, turnsWaiting);
    app.decorate('trialLimit', (request, task) =>
      ofTeam(sessionOf(request).team.team_id, () =>
        ofAll(() => {
          // Who left while others had their turn needs no answer.
          request.signal.throwIfAborted();
          return task();
        }),
      ),
    );
    app.decorate('teamTurns', (request, task) => turns(sessionOf(request).team.team_id, task));
  },
  { name: 'team-limits', dependencies: ['rights'] },
);
