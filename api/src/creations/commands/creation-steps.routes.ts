import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { creationPaths, creationStepBodySchema, creationStepResponseSchema } from '@tapwise/contract';
import {
  type CreationEvent,
  type CreationState,
  cancelCreation,
  continueCreation,
  creationDecider,
  creationStream,
  DomainError,
} from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import { requireAppleAds } from '../../apple-ads/apple-ads.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { creationResponse } from '../creation-response.ts';
import { creationIdOf } from './accept-creation.ts';

type Decide = (state: CreationState, step: { creation_id: string; account_id: number; at: string }) => CreationEvent[];

interface Step {
  readonly path: string;
  readonly decide: Decide;
  /** It is refused while the organization is not connected to the ad service. */
  readonly needsService: boolean;
}

const steps: readonly Step[] = [
  {
    path: creationPaths.cancel,
    decide: (state, { creation_id, account_id, at }) =>
      cancelCreation(state, { creation_id, account_id, cancelled_at: at }),
    needsService: false,
  },
  {
    path: creationPaths.continue,
    decide: (state, { creation_id, account_id, at }) =>
      continueCreation(state, { creation_id, account_id, continued_at: at }),
    needsService: true,
  },
];

/** `POST creations/cancel` ends a creation after what is being sent; `POST creations/continue` takes it up where it ended. */
export function creationStepRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  for (const step of steps) {
    app.post(
      step.path,
      {
        schema: { body: creationStepBodySchema, response: { 200: creationStepResponseSchema } },
        config: { right: 'act' },
      },
      (request, reply) => applyStep(settingsContext, step, request.body, request, reply),
    );
  }
}

async function applyStep(
  { deps, creations }: SettingsContext,
  { decide, needsService }: Step,
  { application_id, request_id }: z.infer<typeof creationStepBodySchema>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const session = sessionOf(request);
  const application = ownApplication(deps, session, Number(application_id));
  await creations.caughtUp;
  const creation_id = creationIdOf(application.application_id, request_id);
  const existing = creations.state.get(creation_id);
  if (existing === undefined) throw new DomainError('not_found', { message: 'This creation was not found.' });
  if (needsService) requireAppleAds(deps.appleAds, existing.org_id);
  const step = { creation_id, account_id: session.account.account_id, at: deps.now().toISOString() };
  const { position } = await handleCommand(deps.log, {
    stream: creationStream(creation_id),
    decider: creationDecider,
    cause: randomUUID(),
    context: { ...personContext(request), correlationId: creation_id },
    decide: (state) => decide(state, step),
  });
  const reached = () => (creations.positionOf(creation_id) ?? -1n) >= position;
  const creation = await creations.wait(creation_id, reached, stepMs);
  if (creation === undefined) throw new DomainError('unavailable');
  holdsUpTo(reply, position);
  return { status: 'ok' as const, creation: creationResponse(creation) };
}

/** What was recorded is seen within this. */
const stepMs = 5000;
