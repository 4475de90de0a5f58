import { randomUUID } from 'node:crypto';
import { outcomeOfRecord } from '@tapwise/adapters';
import {
  attributionWaitMs,
  checkFirstLaunch,
  decideAttribution,
  giveAnswer,
  installAnswer,
  installDecider,
  installStream,
  recordInstall,
} from '@tapwise/domain';
import type { FastifyInstance } from 'fastify';
import { actingFor, applicationOf, type IngestContext, nowIso } from '../ingest-context.ts';
import { attributionPayload } from '../payloads/attribution.payload.ts';
import { installReport } from '../sdk-facts.ts';
import type { SdkProof } from '../sdk-proof.ts';

type Outcome = Parameters<typeof recordInstall>[2];
type Report = Parameters<typeof recordInstall>[1];

/** The call answers within a second, so the attribution service gets a part of it. */
const exchangeTimeoutMs = 600;
/** Seconds after which the SDK should ask again; the service itself advises five. */
const retryAfterSeconds = 5;

/** `POST /sdk/v1/attribution`: who came, and from which ad. */
export function attributionRoute(app: FastifyInstance, context: IngestContext, proof: SdkProof): void {
  app.post('/sdk/v1/attribution', async (request, reply) => {
    const payload = attributionPayload.parse(request.body);
    const application = applicationOf(context, payload.api_key);
    const report = installReport(application, payload, { at: nowIso(context), token: payload.attribution_token });
    checkFirstLaunch(report.first_launch_at, report.received_at);
    const outcome = await askAttribution(context, report.attribution_token);
    const acting = actingFor('sdk', application, request.id);
    const recorded = await context.queue.handle({
      stream: installStream(application.application_id, report.install_id),
      decider: installDecider,
      assume: 'new',
      // Each call is a cause of its own: a second call must find the first one's events, not repeat them.
      cause: randomUUID(),
      context: acting,
      decide: (state) => decide(state, report, outcome),
    });
    await proof.record(acting, application, report.first_launch_at, recorded.state.status === 'test');
    reply.header('x-log-position', recorded.position.toString());
    const answer = installAnswer(recorded.state);
    if (answer.status !== 'answered') {
      return reply.code(202).send({ status: 'pending', retry_after: retryAfterSeconds });
    }
    return { status: 'ok', first_time: recorded.events.length > 0, attribution: answer.attribution };
  });
}

function decide(state: Parameters<typeof recordInstall>[0], report: Report, outcome: Outcome) {
  if (state.status === 'unknown') return recordInstall(state, report, outcome);
  if (state.status !== 'pending') {
    const { application_id, install_id, received_at } = report;
    return giveAnswer(state, { application_id, install_id, answered_at: received_at });
  }
  const waited = Date.parse(report.received_at) - Date.parse(state.report.received_at);
  if (outcome.outcome !== 'pending' || waited < attributionWaitMs) return recordInstall(state, report, outcome);
  return decideAttribution(
    state,
    { outcome: 'organic', reason: 'no_answer_in_time' },
    { decided_at: report.received_at, answered: true },
  );
}

async function askAttribution(context: IngestContext, token: string | null): Promise<Outcome> {
  if (token === null) return { outcome: 'organic', reason: 'no_token' };
  const answer = await context.adServices.exchange(token, { timeoutMs: exchangeTimeoutMs });
  switch (answer.kind) {
    case 'token_rejected':
      return { outcome: 'organic', reason: 'token_rejected' };
    case 'test_record':
      return { outcome: 'test' };
    case 'no_record_yet':
    case 'unavailable':
      return { outcome: 'pending' };
    default:
      return outcomeOfRecord(context.log, answer);
  }
}
