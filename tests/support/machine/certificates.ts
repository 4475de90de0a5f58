import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate and its private key, as PEM. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** An authority of its own, a server that it signed for one name, and a client that it signed. */
export interface TlsParties {
  readonly authority: Certificate;
  readonly server: Certificate;
  readonly client: Certificate;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const hourMs = 3_600_000;

/** @param serverName The one name that the server's certificate is for. */
export async function createTlsParties(serverName: string): Promise<TlsParties> {
  const authorityKeys = await createKeys();
  const issue = async (name: string, keys: webcrypto.CryptoKeyPair, role: 'authority' | 'server' | 'client') => {
    const certificate = await X509CertificateGenerator.create({
      issuer: 'CN=Authority of the test',
      subject: `CN=${name}`,
      notBefore: new Date(Date.now() - hourMs),
      notAfter: new Date(Date.now() + hourMs),
      publicKey: keys.publicKey,
      signingKey: authorityKeys.privateKey,
      signingAlgorithm: algorithm,
      extensions:
        role === 'authority'
          ? [new BasicConstraintsExtension(true, undefined, true)]
          : [
              new SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
              new ExtendedKeyUsageExtension([ExtendedKeyUsage[role === 'server' ? 'serverAuth' : 'clientAuth']]),
            ],
    });
    return { certificate: certificate.toString('pem'), key: pemOf(keys.privateKey) };
  };
  return {
    authority: await issue('Authority of the test', authorityKeys, 'authority'),
    server: await issue(serverName, await createKeys(), 'server'),
    client: await issue('client.test', await createKeys(), 'client'),
  };
}

const createKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const pemOf = (key: webcrypto.CryptoKey): string =>
  KeyObject.from(key).export({ format: 'pem', type: 'pkcs8' }).toString();
