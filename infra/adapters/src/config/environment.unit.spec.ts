import { describe, expect, it } from 'vitest';
import { temporalAddress } from '../temporal/temporal-settings.ts';
import { publicIngestUrl, pullIntervalSeconds, readEnvironment, salesUrl } from './environment.ts';

describe('the environment', () => {
  it('has no demo unless it is asked for', () => {
    expect(readEnvironment({}).DEMO).toBe('off');
    expect(pullIntervalSeconds(readEnvironment({}))).toBe(900);
    expect(readEnvironment({ DEMO: 'on' }).DEMO).toBe('on');
  });

  it("uses a command's own defaults where a variable is unset or empty", () => {
    expect(readEnvironment({}, { DEMO: 'on' }).DEMO).toBe('on');
    expect(readEnvironment({ DEMO: '' }, { DEMO: 'on' }).DEMO).toBe('on');
    expect(readEnvironment({ DEMO: 'off' }, { DEMO: 'on' }).DEMO).toBe('off');
  });

  it('names who sells more: an address of its own, else the one that answers mails', () => {
    const of = (variables: Record<string, string>) => salesUrl(readEnvironment(variables));
    expect(of({ SALES_URL: 'https://tapwise.example/sales' })).toBe('https://tapwise.example/sales');
    expect(of({ SUPPORT_EMAIL: 'help@tapwise.example' })).toBe('mailto:help@tapwise.example');
    expect(of({ MAIL_FROM: 'Tapwise <hello@tapwise.example>' })).toBe('mailto:hello@tapwise.example');
    expect(() => of({ SALES_URL: 'javascript:alert(1)' })).toThrow('SALES_URL');
  });

  it('names where the store sends to, whole: an address of its own, else the port at the host of the pages', () => {
    const of = (variables: Record<string, string>) => publicIngestUrl(readEnvironment(variables));
    expect(of({})).toBe('http://127.0.0.1:8081');
    expect(of({ HOST: '0.0.0.0', INGEST_PORT: '9001' })).toBe('http://127.0.0.1:9001');
    expect(of({ PUBLIC_URL: 'https://app.tapwise.example/' })).toBe('https://app.tapwise.example:8081');
    expect(of({ PUBLIC_INGEST_URL: 'https://in.tapwise.example/' })).toBe('https://in.tapwise.example');
    expect(() => of({ PUBLIC_INGEST_URL: 'in.tapwise.example' })).toThrow('PUBLIC_INGEST_URL');
    expect(() => of({ PUBLIC_URL: 'https://app.tapwise.example/?a="b"' })).toThrow('PUBLIC_URL');
  });

  it('allows addresses that are not public only where nothing real is within reach', () => {
    const targets = { OUTBOUND_TEST_TARGETS: '127.0.0.1:9000, localhost:1' };
    expect(() => readEnvironment(targets)).toThrow('APPLE_ADS_API_URL, APPLE_ADS_V1_URL, APPLE_ADS_TOKEN_URL');
    const ofAds = ['APPLE_ADS_API_URL', 'APPLE_ADS_V1_URL', 'APPLE_ADS_TOKEN_URL'];
    const names = [...ofAds, 'ADSERVICES_URL', 'APP_STORE_CONNECT_URL'];
    const near = Object.fromEntries([...names, 'APP_STORE_LOOKUP_URL'].map((name) => [name, 'http://127.0.0.1:1/x']));
    const allowed = readEnvironment({ ...near, ...targets, WEBHOOK_RETRY_SECONDS: '0.5,2' });
    expect(allowed.OUTBOUND_TEST_TARGETS).toEqual(['127.0.0.1:9000', 'localhost:1']);
    expect(allowed.WEBHOOK_RETRY_SECONDS).toEqual([0.5, 2]);
    expect(() => readEnvironment({ ...near, ...targets, ADSERVICES_URL: 'http://127.0.0.1.example.com' })).toThrow();
    expect(readEnvironment({ ...targets, DEMO: 'on' }).OUTBOUND_TEST_TARGETS).toHaveLength(2);
    expect(() => readEnvironment({ ...targets, DEMO: 'on', ADSERVICES_URL: 'https://api.example.com' })).toThrow();
    expect(() => readEnvironment({ WEBHOOK_RETRY_SECONDS: '1' })).toThrow('WEBHOOK_RETRY_SECONDS');
    expect(readEnvironment({ DEMO: 'on', WEBHOOK_RETRY_SECONDS: '1' }).WEBHOOK_RETRY_SECONDS).toEqual([1]);
  });

  it('names the interface of Apple Ads, and refuses any other', () => {
    expect(readEnvironment({ APPLE_ADS_API: 'v1' }).APPLE_ADS_API).toBe('v1');
    expect(readEnvironment({ APPLE_ADS_API: 'v5' }).APPLE_ADS_API).toBe('v5');
    const refused = 'APPLE_ADS_API: v1 or v5: the interface of Apple Ads that is spoken';
    expect(() => readEnvironment({ APPLE_ADS_API: 'v4' })).toThrow(refused);
  });

  it('speaks to Temporal in the clear unless something that needs TLS is set', () => {
    const of = (variables: Record<string, string>) =>
      temporalAddress(readEnvironment({ TEMPORAL_ADDRESS: 'temporal.example:7233', ...variables }));
    expect(temporalAddress(readEnvironment({}))).toBeUndefined();
    expect(of({})).toEqual({ address: 'temporal.example:7233', namespace: 'default' });
    expect(of({ TEMPORAL_TLS: 'true', TEMPORAL_NAMESPACE: 'tapwise' })).toMatchObject({
      namespace: 'tapwise',
      security: {},
    });
    expect(of({ TEMPORAL_API_KEY: 'secret' })).toHaveProperty('security.apiKey', 'secret');
  });

  it('refuses variables of Temporal that contradict each other, without their values', () => {
    const refused = (variables: Record<string, string>): string => {
      try {
        readEnvironment({ TEMPORAL_ADDRESS: 'temporal.example:7233', ...variables });
        return '';
      } catch (error) {
        return String(error);
      }
    };
    expect(refused({ TEMPORAL_TLS: 'false', TEMPORAL_API_KEY: 'secret' })).toMatch(/TEMPORAL_TLS: (?!.*secret)/);
    expect(refused({ TEMPORAL_API_KEY: 'secret', TEMPORAL_ADDRESS: '' })).toContain('only with TEMPORAL_ADDRESS');
    expect(refused({ TEMPORAL_TLS_CLIENT_CERT_PATH: '/client.pem' })).toContain('TEMPORAL_TLS_CLIENT_KEY_PATH');
    expect(refused({ TEMPORAL_API_KEY: 'secret', TEMPORAL_API_KEY_FILE: '/key' })).toContain('only one of them');
  });

  it('keeps files in a bucket only with what reaching it needs, and never in the clear', () => {
    const files = { FILES_URL: 's3://tapwise-files/a', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    expect(() => readEnvironment({ FILES_URL: 's3://tapwise-files' })).toThrow(
      'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION',
    );
    expect(() => readEnvironment(files)).toThrow('FILES_URL: only with AWS_REGION');
    expect(readEnvironment({ ...files, AWS_DEFAULT_REGION: 'eu-central-1' }).FILES_URL).toBe('s3://tapwise-files/a');
    const remote = { ...files, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL: 'http://files.example' };
    expect(() => readEnvironment(remote)).toThrow('AWS_ENDPOINT_URL: http: on loopback only');
    expect(() => readEnvironment({ ...files, FILES_URL: '/files' })).toThrow('FILES_URL');
  });

  it('names what is not understood', () => {
    expect(() => readEnvironment({ PORT: 'http' })).toThrow('PORT');
  });
});
