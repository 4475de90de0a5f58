import { describe, expect, it } from 'vitest';
import { maskedSlackAddress, readSlackAddress } from './slack-address.ts';

const none = new Set<string>();
const address = 'https://hooks.slack.com/services/T0ABCDEF/B0ABCDEF/abcdefghijklmnop';

describe('the address of an incoming webhook of Slack', () => {
  it('is one of two hosts with a path below services, and is shown without its secret', () => {
    const read = [address, address.replace('slack.com', 'slack-gov.com')].map((text) => readSlackAddress(text, none));
    expect(read.map((url) => url && maskedSlackAddress(url))).toEqual([
      'hooks.slack.com/services/T0…/…',
      'hooks.slack-gov.com/services/T0…/…',
    ]);
  });

  it.each([
    address.replace('https', 'http'),
    address.replace('hooks.slack.com', 'hooks.slack.com:8443'),
    address.replace('hooks.slack.com', 'hooks.slack.com:443'),
    address.replace('hooks', 'me@hooks'),
    address.replace('hooks', 'me:secret@hooks'),
    address.replace('hooks.slack.com', 'hooks.slack.com.evil.example'),
    address.replace('hooks.slack.com', 'evil-hooks.slack.com'),
    address.replace('hooks.slack.com', 'HOOKS.slack.com'),
    address.replace('hooks.slack.com', 'hooks.slack.com.'),
    address.replace('hooks.slack.com', 'ｈooks.slack.com'),
    `${address}?x=1`,
    `${address}#x`,
    `${address}/../../api`,
    `${address}/%2e%2e`,
    'https://hooks.slack.com/services/',
    'https://hooks.slack.com/workflows/T0/B0/x',
    'https://hooks.slack.com//services/T0/B0/x',
    'https://evil.example/services/T0/B0/x',
    'https://127.0.0.1/services/T0/B0/x',
    ` ${address}`,
    `${address}\r\nHost: evil`,
    '',
  ])('is not %j', (text) => {
    expect(readSlackAddress(text, none)).toBeUndefined();
  });

  it('may be a stand-in that is named as one', () => {
    const standIn = 'http://127.0.0.1:4010/services/T0/B0/x';
    expect(readSlackAddress(standIn, none)).toBeUndefined();
    expect(readSlackAddress(standIn, new Set(['127.0.0.1:4010']))?.href).toBe(standIn);
  });
});
