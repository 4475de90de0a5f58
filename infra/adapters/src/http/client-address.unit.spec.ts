import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createClientAddress, isAddressOrNetwork, isLocal } from './client-address.ts';

function request(remoteAddress: string, headers: Record<string, string> = {}) {
  return { headers, socket: { remoteAddress } as IncomingMessage['socket'] };
}
const from = (peer: string, forwarded?: string, trusted: string[] = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']) =>
  createClientAddress(trusted)(request(peer, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }));

describe('the address of a caller', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('is counted for %s as %s', (address, counted) => {
    expect(from(address)).toBe(counted);
  });

  it('is the peer’s while no proxy is trusted, whatever the header says', () => {
    expect(from('127.0.0.1', '203.0.113.9', [])).toBe('127.0.0.1');
    expect(from('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
  });

  it('is read from right to left, past trusted proxies only', () => {
    expect(from('127.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
    expect(from('::ffff:127.0.0.1', '203.0.113.9:51234, 10.1.2.3')).toBe('203.0.113.9');
    expect(from('2001:db8::1', '[2001:db9::5]:443, 10.1.2.3')).toBe('2001:db9:0:0::/64');
  });

  it('is never one that the caller wrote in front of it', () => {
    expect(from('127.0.0.1', '127.0.0.1, 10.0.0.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(from('127.0.0.1', '192.0.2.1, 203.0.113.9, 10.0.0.1')).toBe('203.0.113.9');
  });

  it.each(['', 'unknown', '_hidden', '203.0.113.999', '3405803785', '0x7f.1', '<script>', '203.0.113.9 10.0.0.1'])(
    'is the last known one when a proxy writes %j',
    (garbage) => {
      expect(from('127.0.0.1', garbage)).toBe('127.0.0.1');
      expect(from('127.0.0.1', `203.0.113.9, ${garbage}, 10.0.0.1`)).toBe('10.0.0.1');
    },
  );
});

describe('a trusted proxy', () => {
  it.each(['127.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32'])('can be %s', (text) => {
    expect(isAddressOrNetwork(text)).toBe(true);
  });
  it.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '*', '300.1.1.1', '8080'])('cannot be %j', (text) => {
    expect(isAddressOrNetwork(text)).toBe(false);
  });
});

describe('a request', () => {
  it('is local when it comes over loopback and through no proxy', () => {
    for (const peer of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) expect(isLocal(request(peer))).toBe(true);
    for (const peer of ['10.0.0.1', '192.0.2.7', '']) expect(isLocal(request(peer))).toBe(false);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      expect(isLocal(request('127.0.0.1', { [name]: '127.0.0.1' })), name).toBe(false);
    }
  });
});
