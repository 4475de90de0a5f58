import {
  createAdServicesClient,
  createLogger,
  readEnvironment,
  startTelemetry,
  stopTelemetry,
} from '@tapwise/adapters';
import { installStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRequested } from '../../../workflows/src/testing/run-requested.ts';
import { createRetryAttributionActivities } from '../../../workflows/src/users/retry-attribution/retry-attribution.activities.ts';
import { attributionRequests } from '../../../workflows/src/users/retry-attribution/retry-attribution.requests.ts';
import { type AdsObjects, inTables, linkOrganization } from '../../support/facts/ads-world.ts';
import { eventually } from '../../support/product/product.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type IngestService, startIngestService } from '../../support/services/ingest-service.ts';
import { type OtlpReceiver, type OtlpSpan, startOtlpReceiver } from '../../support/stand-ins/otlp-receiver.ts';
import { attributedRecord } from '../../support/stand-ins/stand-in-store.ts';

const objects: AdsObjects = { orgId: 4501, campaignId: 5501, adGroupId: 6501, keywordId: 7501 };
const applicationId = 31;
const secrets = {
  install_id: 'install-of-a-person-4711',
  attribution_token: 'attribution-token-of-a-person',
  callers_trace: '11112222333344445555666677778888',
};
const ends: (() => Promise<unknown>)[] = [];
let receiver: OtlpReceiver;
let api: ApiService;
let ingest: IngestService;

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  const settings = readEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_METRIC_EXPORT_INTERVAL: '200',
  });
  await startTelemetry('test', settings, {
    warn: (fault: unknown) => {
      throw new Error(JSON.stringify(fault));
    },
  });
  api = await startApi({ tables: true });
  const eventStore = { url: api.addresses.EVENTSTORE_URL, stop: async () => undefined };
  ingest = await startIngestService({}, { eventStore });
  const stopping = new AbortController();
  const adServices = createAdServicesClient({ url: `${ingest.store.url}/api/v1/`, timeoutMs: 2000 });
  const processes = runRequested({
    log: api.log,
    kinds: [attributionRequests],
    activities: createRetryAttributionActivities({ log: api.log, adServices }),
    checkpoint: { read: async () => undefined, write: async () => undefined },
    logger: createLogger('test', 'silent'),
    signal: stopping.signal,
  });
  ends.push(async () => {
    stopping.abort();
    await processes;
    await adServices.close();
    await ingest.stop();
    await api.stop();
    await stopTelemetry();
    await receiver.stop();
  });
});
afterAll(async () => {
  for (const end of ends) await end();
});

const named = (name: string, traceId?: string): Promise<OtlpSpan> =>
  eventually(
    async () => receiver.spans.find((span) => span.name === name && (traceId ?? span.traceId) === span.traceId),
    (span) => span !== undefined,
  ) as Promise<OtlpSpan>;
const parentOf = ({ parentSpanId }: OtlpSpan): string | undefined => parentSpanId || undefined;
const attributesOf = ({ attributes }: OtlpSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

async function postInstall(api_key: string) {
  const { install_id, attribution_token, callers_trace } = secrets;
  const body = { api_key, install_id, attribution_token, first_launch_at: new Date(ingest.clock.now).toISOString() };
  // Whoever calls does not choose which trace it belongs to.
  const headers = { traceparent: `00-${callers_trace}-1111222233334444-01` };
  const { status, position } = await ingest.post('/sdk/v1/attribution', body, headers);
  expect(status).toBe(202);
  await inTables(api, BigInt(position ?? ''));
}

const settled = () =>
  eventually(
    async () =>
      (await api.log.readStream(installStream(applicationId, secrets.install_id))).map(({ event }) => event.type),
    (types) => types.includes('InstallAttributed'),
  );

describe('traces', () => {
  it('lead from a posted install to its batch of the tables, to the activity that it asks for, and hold nothing personal', async () => {
    const key = await ingest.addApplication({ id: applicationId, adamId: 1500000045, bundleId: 'com.example.traced' });
    // The store has no record yet when the install is posted.
    ingest.store.tokens.set(secrets.attribution_token, 404);
    await postInstall(key);
    ingest.store.tokens.set(secrets.attribution_token, attributedRecord);
    await settled();

    const call = await named('POST /sdk/v1/attribution');
    expect(parentOf(call)).toBeUndefined();
    const { traceId } = call;
    const append = await named('append install', traceId);
    expect(parentOf(append)).toBe(call.spanId);
    const [reported] = await api.log.readStream(installStream(applicationId, secrets.install_id));
    expect(reported?.traceparent).toBe(`00-${traceId}-${append.spanId}-01`);

    const link = expect.objectContaining({ traceId, spanId: append.spanId });
    const batch = await eventually(
      async () =>
        receiver.spans.find(
          ({ name, links }) => name === 'project batch' && (links ?? []).some((other) => link.asymmetricMatch(other)),
        ),
      (span) => span !== undefined,
    );
    expect(batch?.traceId).not.toBe(traceId);
    const insert = await eventually(
      async () => receiver.spans.find((span) => span.traceId === batch?.traceId && span.name.startsWith('INSERT ')),
      (span) => span !== undefined,
    );
    expect(parentOf(insert as OtlpSpan)).toBe(batch?.spanId);

    // The activity is repeated until the store has a record; the last attempt appends what it says.
    const { activity } = await eventually(
      async () => {
        const attempts = receiver.spans.filter(({ name }) => name === 'activity askForAttribution');
        const outcome = receiver.spans.find(
          ({ name, parentSpanId }) =>
            name === 'append install' && attempts.some(({ spanId }) => spanId === parentSpanId),
        );
        return { activity: attempts.find(({ spanId }) => spanId === outcome?.parentSpanId), outcome };
      },
      (pair) => pair.activity !== undefined,
    );
    expect(activity).toMatchObject({ traceId, parentSpanId: append.spanId });

    const sent = receiver.bodies.join('\n');
    for (const secret of [key, ...Object.values(secrets)]) expect(sent).not.toContain(secret);
  });

  it('show the questions of a report below its call, and durations by the conventions', async () => {
    const person = await api.signUp();
    const { token } = person;
    const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000046' };
    const id = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
    await linkOrganization(api, { id, adamId: 1500000046, accountId: person.accountId }, objects);
    const day = api.deps.now().toISOString().slice(0, 10);
    const query = { application_id: id, asa_organization_id: objects.orgId, from: day, to: day };
    const { status, body: rows, headers } = await api.call('GET', '/api/asa/campaigns', { token, query });
    expect(status).toBe(200);

    const call = await named('GET /api/asa/campaigns');
    expect(attributesOf(call)).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/asa/campaigns',
      'http.response.status_code': 200,
      'url.scheme': 'http',
    });
    for (const id of [call.traceId, call.spanId]) expect(JSON.stringify({ rows, headers })).not.toContain(id);
    const report = await named('report campaign', call.traceId);
    expect(parentOf(report)).toBe(call.spanId);
    const questions = receiver.spans.filter(
      ({ name, traceId }) => traceId === call.traceId && name.startsWith('SELECT '),
    );
    expect(questions.map(parentOf)).toContain(report.spanId);

    const durations = await eventually(
      async () => receiver.metrics.filter(({ name }) => name === 'http.server.request.duration'),
      (metrics) => JSON.stringify(metrics).includes('/api/asa/campaigns'),
    );
    expect(JSON.stringify(durations.at(-1))).toContain('http.response.status_code');
    const sent = receiver.bodies.join('\n');
    for (const secret of [token, person.email, person.password]) expect(sent).not.toContain(secret);
  });
});
