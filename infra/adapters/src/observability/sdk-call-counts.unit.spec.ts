import { describe, expect, it } from 'vitest';
import { metricsRegistry } from './metrics.ts';
import { countSdkCall } from './sdk-call-counts.ts';

async function series(): Promise<string[]> {
  const text = await metricsRegistry.getSingleMetricAsString('tapwise_sdk_calls_total');
  return text.split('\n').filter((line) => line.startsWith('tapwise_sdk_calls_total{'));
}

describe('figures of SDK calls', () => {
  it('count by version, status and token', async () => {
    countSdkCall({ sdk_version: '1.4.0', attribution_token: 'token' }, 200);
    countSdkCall({ sdk_version: '1.4.0', attribution_token: 'token' }, 200);
    countSdkCall({ sdk_version: '1.4.0', attribution_token: null }, 400);
    const counted = await series();
    expect(counted).toContain('tapwise_sdk_calls_total{version="1.4.0",status="200",token="sent"} 2');
    expect(counted).toContain('tapwise_sdk_calls_total{version="1.4.0",status="400",token="missing"} 1');
  });

  it('hold no text that is no version, whatever comes', async () => {
    const texts = ['x'.repeat(65_536), 'a person', '1.4.0-beta', '12345.6', '1', 7, {}, []];
    for (const sdk_version of texts) countSdkCall({ sdk_version }, 400);
    for (const body of [undefined, null, 'text', {}]) countSdkCall(body, 413);
    const counted = await series();
    expect(counted).toContain(`tapwise_sdk_calls_total{version="other",status="400",token="missing"} ${texts.length}`);
    expect(counted).toContain('tapwise_sdk_calls_total{version="none",status="413",token="missing"} 4');
  });

  it('are of so many versions at most', async () => {
    for (let minor = 0; minor < 200; minor += 1) countSdkCall({ sdk_version: `9.${minor}` }, 200);
    const versions = new Set((await series()).map((line) => /version="([^"]*)"/.exec(line)?.[1]));
    expect(versions.size).toBeLessThanOrEqual(52);
    expect(versions).toContain('other');
  });
});
