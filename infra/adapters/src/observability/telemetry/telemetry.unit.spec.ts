import { execFileSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { afterEach, describe, expect, it } from 'vitest';
import { type OtlpReceiver, startOtlpReceiver } from '../../../../../tests/support/stand-ins/otlp-receiver.ts';
import { readEnvironment } from '../../config/environment.ts';
import { recordedTraceparent, recordedVersion, storedMetadata } from '../../event-log/commands/command-context.ts';
import { createLogger } from '../logger.ts';
import { samplerOf } from './sampler.ts';
import { inSpan, startTelemetry, stopTelemetry, telemetry } from './telemetry.ts';

afterEach(() => stopTelemetry());

// Nothing listens there; what is not exported within a second is dropped.
const address = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
const span = { name: 'step', kind: 'internal', begins: true, attributes: {} } as const;
const ignore = { warn: () => undefined };

async function lineWithin(work: (log: () => void) => Promise<void>): Promise<Record<string, unknown>> {
  let text = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += chunk;
      done();
    },
  });
  const logger = createLogger('test', 'info', stream);
  await work(() => logger.info('done'));
  return JSON.parse(text);
}

describe('lines of the log', () => {
  it('name the open span', async () => {
    await startTelemetry('test', readEnvironment(address), ignore);
    const line = await lineWithin((log) =>
      inSpan(
        () => span,
        async () => log(),
      ),
    );
    expect(line).toMatchObject({
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it('name none in a step outside of what is traced', async () => {
    await startTelemetry('test', readEnvironment(address), ignore);
    const line = await lineWithin((log) =>
      inSpan(
        () => ({ name: 'SELECT', kind: 'client', attributes: {} }),
        async () => log(),
      ),
    );
    expect(line).not.toHaveProperty('trace_id');
  });

  it('name none where none is open, and none where tracing is off', async () => {
    const off = await lineWithin((log) =>
      inSpan(
        () => span,
        async () => log(),
      ),
    );
    await startTelemetry('test', readEnvironment(address), ignore);
    const outside = await lineWithin(async (log) => log());
    for (const line of [off, outside]) expect(line).not.toHaveProperty('trace_id');
  });
});

describe('telemetry', () => {
  it('is off without an address, and where it is disabled', async () => {
    await startTelemetry('test', readEnvironment({}), ignore);
    expect(telemetry()).toBeUndefined();
    await startTelemetry('test', readEnvironment({ ...address, OTEL_SDK_DISABLED: 'true' }), ignore);
    expect(telemetry()).toBeUndefined();
  });

  it('passes on what work returns and throws', async () => {
    await startTelemetry('test', readEnvironment(address), ignore);
    expect(
      await inSpan(
        () => span,
        async () => 7,
      ),
    ).toBe(7);
    await expect(
      inSpan(
        () => span,
        () => Promise.reject(new RangeError('no')),
      ),
    ).rejects.toThrow('no');
  });

  it.each([{ OTEL_TRACES_SAMPLER: 'always_off' }, { OTEL_TRACES_EXPORTER: 'none' }])(
    'gives the log nothing to keep with %o',
    async (settings) => {
      await startTelemetry('test', readEnvironment({ ...address, ...settings }), ignore);
      expect(
        await inSpan(
          () => span,
          async () => telemetry()?.traceparent(),
        ),
      ).toBeUndefined();
    },
  );
});

describe('a collector that answers nothing', () => {
  let receiver: OtlpReceiver;
  let release: () => void;
  const faults: unknown[] = [];
  const start = async () => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    faults.length = 0;
    receiver = await startOtlpReceiver(released);
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '1' };
    await startTelemetry('test', readEnvironment({ ...settings, OTEL_METRICS_EXPORTER: 'none' }), {
      warn: (fault: unknown) => faults.push(fault),
    });
    await inSpan(
      () => span,
      async () => undefined,
    );
    await expect.poll(() => receiver.spans.length).toBe(1);
  };
  afterEach(async () => {
    release();
    await receiver.stop();
  });

  it('holds no step up, and makes a process keep only so many spans', async () => {
    await start();
    const steps = Array.from({ length: 3000 }, (_, number) =>
      inSpan(
        () => span,
        async () => number,
      ),
    );
    expect(await Promise.all(steps)).toHaveLength(3000);
    expect(receiver.waiting).toBe(1);
    release();
    await telemetry()?.close();
    expect(receiver.spans).toHaveLength(1 + 2048);
  });

  it('does not hold up the end of a process', async () => {
    await start();
    await stopTelemetry();
    // The exporter gives it up only after ten seconds, and says so.
    expect(faults).toEqual([]);
    expect(receiver.waiting).toBe(1);
  });
});

describe('the sampler', () => {
  const settings = {
    ...readEnvironment({}),
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: 0,
  } as const;
  const decide = (parent: string | undefined, links: number) => {
    const remote = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1, isRemote: true };
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
    const linked = Array.from({ length: links }, () => ({ context: remote }));
    return samplerOf(settings).shouldSample(context, 'c'.repeat(32), 'step', SpanKind.CONSUMER, {}, linked).decision;
  };

  it('keeps what a sampled step led to and what is about sampled ones, and the share that is set of everything else', () => {
    expect(decide(undefined, 0)).toBe(SamplingDecision.NOT_RECORD);
    expect(decide('sampled', 0)).toBe(SamplingDecision.RECORD_AND_SAMPLED);
    expect(decide(undefined, 1)).toBe(SamplingDecision.RECORD_AND_SAMPLED);
  });
});

describe('the trace beside an event', () => {
  const context = { actor: { kind: 'system', id: 'test' } } as const;
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const stored = (extra: object) => JSON.stringify({ ...extra, version: 3 });

  it('is read back, and the version with it', () => {
    const text = stored(storedMetadata('session-1', 'cause', context, traceparent));
    expect(recordedTraceparent(text)).toBe(traceparent);
    expect(recordedVersion(text)).toEqual({ version: 3, checked: true });
  });

  it('is absent from events without one, whatever their reason quotes', () => {
    const reason = `","traceparent":"${traceparent}","version":3}`;
    const texts = ['', stored(storedMetadata('session-1', 'cause', context)), stored({ ...context, reason })];
    for (const text of texts) expect(recordedTraceparent(text)).toBeUndefined();
  });
});

it('OpenTelemetry is loaded when it is on, and not before', () => {
  const file = JSON.stringify(new URL('./telemetry.ts', import.meta.url).href);
  const settings = JSON.stringify({ ...readEnvironment(address), rawVariables: undefined });
  const script = `import { createRequire } from 'node:module';
    const { startTelemetry } = await import(${file});
    const loaded = () => Object.keys(createRequire(${file}).cache).filter((name) => name.includes('@opentelemetry')).length;
    await startTelemetry('test', { ...${settings}, OTEL_EXPORTER_OTLP_ENDPOINT: undefined }, { warn: () => undefined });
    const whileOff = loaded();
    await startTelemetry('test', ${settings}, { warn: () => undefined });
    console.log(JSON.stringify({ whileOff, whileOn: loaded() > 0 }));
    process.exit(0);`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual({ whileOff: 0, whileOn: true });
});
