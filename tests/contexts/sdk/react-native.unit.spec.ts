import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';

type Face = typeof import('../../../sdk-clients/react-native/src/index.ts');
type Call = readonly [name: string, ...values: unknown[]];

const sources = join(import.meta.dirname, '../../../sdk-clients/react-native/src/index.ts');
let code = '';
let loads = 0;

beforeAll(async () => {
  const alias = { 'react-native': join(import.meta.dirname, 'stand-ins/react-native.js') };
  const bundle = await build({ entryPoints: [sources], bundle: true, format: 'esm', write: false, alias });
  code = bundle.outputFiles[0]?.text ?? '';
});

/** The package as it is loaded on a system, with a stand-in for the native module. */
async function load(
  system: 'ios' | 'android' | 'web',
  { responses = {}, isLinked = true }: { responses?: Record<string, unknown>; isLinked?: boolean } = {},
): Promise<{ face: Face; calls: Call[] }> {
  const calls: Call[] = [];
  const call =
    (name: string) =>
    (...values: unknown[]) => {
      calls.push([name, ...values]);
      return name in responses ? Promise.resolve(responses[name]) : new Promise(() => undefined);
    };
  const native = Object.fromEntries(['start', 'installId', 'attribution', 'report'].map((name) => [name, call(name)]));
  Object.assign(globalThis, { reactNativeOfTest: { system, modules: isLinked ? { Tapwise: native } : {} } });
  loads += 1;
  const face = (await import(`data:text/javascript,${encodeURIComponent(code)}//${loads}`)) as Face;
  return { face, calls };
}

const purchase = {
  transactionId: '2',
  originalTransactionId: '1',
  productId: 'pro',
  purchasedAt: '2026-02-03T10:00:00Z',
};
const options = { apiKey: 'key', url: 'https://ingest.example.com' };

describe('the package for React Native', () => {
  it('passes every call to the native module on iOS', async () => {
    const responses = { installId: 'id', attribution: { campaignId: '7' } };
    const { face, calls } = await load('ios', { responses });
    face.start(options);
    face.start({ ...options, purchases: 'reported', onAttribution: () => undefined });
    face.report([purchase]);
    expect(await face.installId()).toBe('id');
    expect(await face.attribution()).toEqual({ campaignId: '7' });
    expect(calls).toEqual([
      ['start', options.apiKey, options.url, true, false],
      ['start', options.apiKey, options.url, false, true],
      ['report', [purchase]],
      ['installId'],
      ['attribution'],
    ]);
  });

  it('calls the app with the attribution, and with null where no ad led to the install', async () => {
    for (const attribution of [{ campaignName: 'US' }, null]) {
      const { face } = await load('ios', { responses: { start: attribution } });
      const learned = new Promise((resolve) => face.start({ ...options, onAttribution: resolve }));
      expect(await learned).toEqual(attribution);
    }
  });

  it('answers null where the native module has nothing, which the new architecture brings as undefined', async () => {
    const responses = { start: undefined, installId: undefined, attribution: undefined };
    const { face } = await load('ios', { responses });
    expect([await face.installId(), await face.attribution()]).toEqual([null, null]);
    expect(await new Promise((resolve) => face.start({ ...options, onAttribution: resolve }))).toBeNull();
  });

  it.each([
    ['on Android', 'android', true],
    ['in a browser', 'web', true],
    ['where the native module is not linked', 'ios', false],
  ] as const)('does nothing and answers null %s', async (_where, system, isLinked) => {
    const { face, calls } = await load(system, {
      responses: { start: null, installId: 'id', attribution: {} },
      isLinked,
    });
    let called = 0;
    face.start({ ...options, onAttribution: () => (called += 1) });
    face.report([purchase]);
    expect(await face.installId()).toBeNull();
    expect(await face.attribution()).toBeNull();
    expect({ calls, called }).toEqual({ calls: [], called: 0 });
  });
});
