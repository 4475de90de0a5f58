import { randomUUID } from 'node:crypto';
import { countSdkCall, namedExchange } from '@tapwise/adapters';
import {
  type CallOutcome,
  installAttribution,
  installDecider,
  installStream,
  isAnswered,
  outcomeBeforeExchange,
  outcomeOfExchange,
  recordInstall,
} from '@tapwise/domain';
import type { FastifyInstance, onResponseAsyncHookHandler } from 'fastify';
import type { RefusedCalls } from '../applications/refused-calls.ts';
import type { SdkProof } from '../applications/sdk-proof.ts';
import { actorContext, applicationOf, type IngestContext, nowIso } from '../ingest-context.ts';
import { type AttributionPayload, attributionPayload, isTestBuild } from '../payloads/attribution.payload.ts';
import { installReport } from '../sdk-facts.ts';

/** The call answers within a second, so the attribution service gets a part of it. */
const exchangeTimeoutMs = 600;
/** Seconds after which the SDK should ask again; the service itself advises five. */
const retryAfterSeconds = 5;

/** `POST /sdk/v1/attribution`: who came, and from which ad. */
export function attributionRoute(
  app: FastifyInstance,
  context: IngestContext,
  { proof, refusedCalls }: { readonly proof: SdkProof; readonly refusedCalls: RefusedCalls },
): void {
  const onResponse: onResponseAsyncHookHandler = async ({ body }, { statusCode }) => {
    countSdkCall(body, statusCode);
    if (statusCode === 400) refusedCalls.note(body);
  };
  app.post('/sdk/v1/attribution', { onResponse }, async (request, reply) => {
    const payload = attributionPayload.parse(request.body);
    const application = await applicationOf(context, payload.api_key);
    const report = installReport(application, payload, { at: nowIso(context), token: payload.attribution_token });
    const outcome = await askAttribution(context, payload);
    const commandContext = actorContext('sdk', application, request.id);
    let answeredBefore = false;
    const recorded = await context.queue.handle({
      stream: installStream(application.application_id, report.install_id),
      decider: installDecider,
      assume: 'new',
      // Each call is a cause of its own: a second call must find the first one's events, not repeat them.
      cause: randomUUID(),
      context: commandContext,
      decide: (state) => {
        answeredBefore = isAnswered(state);
        return recordInstall(state, report, outcome);
      },
    });
    await proof.record(commandContext, application, report.first_launch_at, recorded.state.status === 'test');
    reply.header('x-log-position', recorded.position.toString());
    const result = installAttribution(recorded.state);
    if (result.status !== 'answered') {
      return reply.code(202).send({ status: 'pending', retry_after: retryAfterSeconds });
    }
    return { status: 'ok', first_time: !answeredBefore, attribution: result.attribution };
  });
}

async function askAttribution(
  context: IngestContext,
  { attribution_token: token, build }: AttributionPayload,
): Promise<CallOutcome> {
  const outcome = outcomeBeforeExchange({ token, isTestBuild: isTestBuild({ build }) });
  if (outcome !== undefined || !token) return outcome ?? { outcome: 'pending' };
  const response = await context.adServices.exchange(token, { timeoutMs: exchangeTimeoutMs });
  return outcomeOfExchange(await namedExchange(context.log, response));
}
