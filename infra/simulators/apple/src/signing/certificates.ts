import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  bitString,
  booleanTrue,
  explicit,
  integer,
  nullValue,
  octetString,
  oid,
  sequence,
  setOf,
  time,
  utf8String,
} from './der.ts';

/** Marks of Apple's certificates that receivers look for: notification signing, and the intermediate authority. */
const LEAF_MARK = '1.2.840.113635.100.6.11.1';
const INTERMEDIATE_MARK = '1.2.840.113635.100.6.2.1';

/** Back-dated, so that notifications signed in the past verify: receivers test validity at the signing date. */
const NOT_BEFORE = new Date('2016-01-01T00:00:00Z');
const NOT_AFTER = new Date('2046-01-01T00:00:00Z');

/** A signing chain: DER certificates, leaf first, and the leaf's private key. */
export interface SigningChain {
  readonly leaf: Buffer;
  readonly intermediate: Buffer;
  readonly root: Buffer;
  readonly leafKey: KeyObject;
}

interface Party {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Makes a root, an intermediate and a leaf with fresh keys: P-384, P-384, P-256, as Apple's chain has them. */
export function createSigningChain(): SigningChain {
  const root = party('Simulated Root CA', 'P-384');
  const intermediate = party('Simulated Worldwide Developer Relations', 'P-384');
  const leaf = party('Simulated Store Notifications', 'P-256');
  return {
    root: certificate(root, root, [basicConstraints(null), keyUsage(CERTIFICATE_SIGNING)]),
    intermediate: certificate(intermediate, root, [
      basicConstraints(0),
      keyUsage(CERTIFICATE_SIGNING),
      extension(INTERMEDIATE_MARK, nullValue(), false),
    ]),
    leaf: certificate(leaf, intermediate, [
      extension('2.5.29.19', sequence(), true),
      keyUsage(DIGITAL_SIGNATURE),
      extension(LEAF_MARK, nullValue(), false),
    ]),
    leafKey: leaf.privateKey,
  };
}

/** A certificate as PEM text. */
export function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function party(name: string, namedCurve: 'P-256' | 'P-384'): Party {
  return { name, ...generateKeyPairSync('ec', { namedCurve }) };
}

/** Signs a version 3 certificate; the issuer's curve decides between SHA-384 and SHA-256. */
function certificate(subject: Party, issuer: Party, extensions: readonly Buffer[]): Buffer {
  const large = issuer.privateKey.asymmetricKeyDetails?.namedCurve === 'secp384r1';
  const algorithm = sequence(oid(large ? '1.2.840.10045.4.3.3' : '1.2.840.10045.4.3.2'));
  const subjectKey = subject.publicKey.export({ type: 'spki', format: 'der' });
  const serial = randomBytes(12);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(serial),
    algorithm,
    distinguishedName(issuer.name),
    sequence(time(NOT_BEFORE), time(NOT_AFTER)),
    distinguishedName(subject.name),
    subjectKey,
    explicit(3, sequence(...extensions, keyIdentifier(subjectKey))),
  );
  return sequence(body, algorithm, bitString(sign(large ? 'sha384' : 'sha256', body, issuer.privateKey)));
}

const distinguishedName = (commonName: string): Buffer =>
  sequence(
    setOf(sequence(oid('2.5.4.3'), utf8String(commonName))),
    setOf(sequence(oid('2.5.4.10'), utf8String('Simulated App Store'))),
  );

const extension = (id: string, value: Buffer, critical: boolean): Buffer =>
  sequence(oid(id), ...(critical ? [booleanTrue()] : []), octetString(value));

const basicConstraints = (pathLength: number | null): Buffer =>
  extension(
    '2.5.29.19',
    sequence(booleanTrue(), ...(pathLength === null ? [] : [integer(Buffer.from([pathLength]))])),
    true,
  );

const CERTIFICATE_SIGNING = { bits: 0b0000_0110, unused: 1 };
const DIGITAL_SIGNATURE = { bits: 0b1000_0000, unused: 7 };

const keyUsage = (usage: { bits: number; unused: number }): Buffer =>
  extension('2.5.29.15', bitString(Buffer.from([usage.bits]), usage.unused), true);

const keyIdentifier = (publicKey: Buffer): Buffer =>
  extension('2.5.29.14', octetString(createHash('sha1').update(publicKey).digest()), false);
