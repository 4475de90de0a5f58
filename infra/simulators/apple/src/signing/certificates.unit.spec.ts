import { createPrivateKey, X509Certificate } from 'node:crypto';
import { Environment, SignedDataVerifier } from '@apple/app-store-server-library';
import { describe, expect, it } from 'vitest';
import { createSigningChain, toPem } from './certificates.ts';
import { createNotificationSigner } from './notification-signer.ts';

const chain = await createSigningChain();
const signer = createNotificationSigner(chain);
const verifier = (root: Buffer) =>
  new SignedDataVerifier([root], false, Environment.PRODUCTION, 'com.example.moonvale', 1500000001);

const notification = (signedDate: number) => ({
  notificationType: 'SUBSCRIBED',
  subtype: 'INITIAL_BUY',
  notificationUUID: '0b9f0c0e-5a55-4c5a-9b0e-2f4f7a1f0001',
  version: '2.0',
  signedDate,
  data: {
    appAppleId: 1500000001,
    bundleId: 'com.example.moonvale',
    environment: 'Production',
    status: 1,
    signedTransactionInfo: signer.sign({
      transactionId: '1',
      bundleId: 'com.example.moonvale',
      environment: 'Production',
      signedDate,
    }),
  },
});

describe('signing chain', () => {
  it('is a chain that OpenSSL accepts: every certificate is signed by the next', () => {
    const [leaf, intermediate, root] = [chain.leaf, chain.intermediate, chain.root].map(
      (der) => new X509Certificate(der),
    );
    expect(leaf?.verify((intermediate as X509Certificate).publicKey)).toBe(true);
    expect(intermediate?.verify((root as X509Certificate).publicKey)).toBe(true);
    expect(root?.verify((root as X509Certificate).publicKey)).toBe(true);
    expect([leaf?.ca, intermediate?.ca, root?.ca]).toEqual([false, true, true]);
    expect(leaf?.checkPrivateKey(createPrivateKey(chain.leafKey.export({ type: 'pkcs8', format: 'pem' })))).toBe(true);
  });

  it('gives a PEM root that reads back as the same certificate', () => {
    expect(new X509Certificate(toPem(chain.root)).raw.equals(chain.root)).toBe(true);
  });

  it('signs notifications and transactions that the official library verifies, also those of past years', async () => {
    for (const signedDate of [Date.parse('2017-05-01T00:00:00Z'), Date.now()]) {
      const verified = await verifier(chain.root).verifyAndDecodeNotification(signer.sign(notification(signedDate)));
      expect(verified.signedDate).toBe(signedDate);
      const transaction = await verifier(chain.root).verifyAndDecodeTransaction(
        verified.data?.signedTransactionInfo ?? '',
      );
      expect(transaction.transactionId).toBe('1');
    }
  });

  it('is refused under another root', async () => {
    const other = await createSigningChain();
    await expect(
      verifier(other.root).verifyAndDecodeNotification(signer.sign(notification(Date.now()))),
    ).rejects.toThrow();
  });

  it('is refused when one character of the payload changes', async () => {
    const [header, payload = '', signature] = signer.sign(notification(Date.now())).split('.');
    const forged = `${header}.${payload.slice(0, -8)}${payload.slice(-8) === 'AAAAAAAA' ? 'BBBBBBBB' : 'AAAAAAAA'}.${signature}`;
    await expect(verifier(chain.root).verifyAndDecodeNotification(forged)).rejects.toThrow();
  });
});
