import 'reflect-metadata';
import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** Marker extensions of Apple's certificates that receivers look for: notification signing, and the intermediate authority. */
const LEAF_MARKER = '1.2.840.113635.100.6.11.1';
const INTERMEDIATE_MARKER = '1.2.840.113635.100.6.2.1';

/** Back-dated, so that notifications signed in the past verify: receivers test validity at the signing date. */
const NOT_BEFORE = new Date('2016-01-01T00:00:00Z');
const NOT_AFTER = new Date('2046-01-01T00:00:00Z');

const DER_NULL = Uint8Array.of(0x05, 0x00);

/** A signing chain: DER certificates, leaf first, and the leaf's private key. */
export interface SigningChain {
  readonly leaf: Buffer;
  readonly intermediate: Buffer;
  readonly root: Buffer;
  readonly leafKey: KeyObject;
}

interface Party {
  readonly name: string;
  readonly keys: webcrypto.CryptoKeyPair;
  /** Hash that this party signs certificates with, as long as its curve. */
  readonly hash: 'SHA-256' | 'SHA-384';
}

/** Makes a root, an intermediate and a leaf with fresh keys: P-384, P-384, P-256, as Apple's chain has them. */
export async function createSigningChain(): Promise<SigningChain> {
  const root = await createParty('Simulated Root CA', 'P-384');
  const intermediate = await createParty('Simulated Worldwide Developer Relations', 'P-384');
  const leaf = await createParty('Simulated Store Notifications', 'P-256');
  const certificateSigning = new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true);
  return {
    root: await issue(root, root, [new BasicConstraintsExtension(true, undefined, true), certificateSigning]),
    intermediate: await issue(intermediate, root, [
      new BasicConstraintsExtension(true, 0, true),
      certificateSigning,
      new Extension(INTERMEDIATE_MARKER, false, DER_NULL),
    ]),
    leaf: await issue(leaf, intermediate, [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new Extension(LEAF_MARKER, false, DER_NULL),
    ]),
    leafKey: KeyObject.from(leaf.keys.privateKey),
  };
}

/** A certificate as PEM text. */
export function toPem(der: Buffer): string {
  return `${PemConverter.encode(new Uint8Array(der), 'CERTIFICATE')}\n`;
}

async function createParty(name: string, namedCurve: 'P-256' | 'P-384'): Promise<Party> {
  const keys = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify']);
  return { name, keys, hash: namedCurve === 'P-384' ? 'SHA-384' : 'SHA-256' };
}

async function issue(subject: Party, issuer: Party, extensions: Extension[]): Promise<Buffer> {
  const certificate: X509Certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    issuer: distinguishedName(issuer),
    subject: distinguishedName(subject),
    notBefore: NOT_BEFORE,
    notAfter: NOT_AFTER,
    publicKey: subject.keys.publicKey,
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: issuer.hash },
    extensions: [...extensions, await SubjectKeyIdentifierExtension.create(subject.keys.publicKey)],
  });
  return Buffer.from(certificate.rawData);
}

const distinguishedName = ({ name }: Party): string => `CN=${name}, O=Simulated App Store`;

/** Twelve random bytes in hexadecimal, positive and without a leading zero. */
function serialNumber(): string {
  const bytes = randomBytes(12);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}
