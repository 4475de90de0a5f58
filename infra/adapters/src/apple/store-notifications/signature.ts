import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import { Environment, SignedDataVerifier } from '@apple/app-store-server-library';
import { DomainError } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { millisField, readField } from './lenient-fields.ts';

/** Signed texts of the store are a few kilobytes; a header alone can be blown up to megabytes. */
const maxSignedLength = 200_000;
/** Compact form: header, payload and signature in base64url, none of them empty. */
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const headerSchema = z.object({
  alg: z.literal('ES256'),
  x5c: z.tuple([z.string(), z.string(), z.string()]),
  // Extensions that must be understood (RFC 7515, 4.1.11): none is.
  crit: z.undefined().optional(),
});
const payloadSchema = z.record(z.string(), z.unknown());
type SignedPayload = Readonly<Record<string, unknown>>;

interface VerifiedChain {
  readonly key: KeyObject;
  /** Signing dates for which both certificates are valid, in milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** The certificates of a signed text do not lead to a root that is trusted, or are not valid. */
export class UnknownCertificateError extends Error {
  override readonly name = 'UnknownCertificateError';
}

/**
 * Verifies who signed, and nothing else: three certificates down from a pinned root with the store's markers, valid when the
 * text was signed, and an ES256 signature. What the text says about app and environment is for the caller to compare.
 */
export class StoreSignature extends SignedDataVerifier {
  /** By the header that brings the certificates: parsing and verifying them costs ten times what the signature does. */
  readonly #chains = new LRUCache<string, VerifiedChain>({ max: 100 });

  /** @param roots DER certificates that may be at the top. */
  constructor(roots: Buffer[]) {
    // The environment must be one in which the library checks signatures; bundle and app ids are compared by us.
    super(roots, false, Environment.SANDBOX, '');
  }

  /**
   * @param signed JWS in compact form.
   * @param receivedAt Milliseconds; when it was signed, where it does not say so in a form that can be read.
   * @returns The payload.
   * @throws DomainError `not_verifiable` whatever is wrong with it.
   */
  async open(signed: string, receivedAt: number): Promise<SignedPayload> {
    try {
      if (signed.length > maxSignedLength) throw new Error('too long');
      if (!compactForm.test(signed)) throw new Error('not a signed text in compact form');
      const [header = '', content = '', signature = ''] = signed.split('.');
      const payload = payloadSchema.parse(decoded(content));
      const key = await this.#keyOf(header, signedAt(payload) ?? receivedAt);
      // Node's own verification, with the key as it was parsed once: half the cost of a JWS library's over WebCrypto.
      const genuine = verify(
        'sha256',
        Buffer.from(signed.slice(0, header.length + 1 + content.length), 'latin1'),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      );
      if (!genuine) throw new Error('the signature does not fit');
      return payload;
    } catch (cause) {
      throw new DomainError('not_verifiable', { cause });
    }
  }

  async #keyOf(header: string, signedDate: number): Promise<KeyObject> {
    const cachedChain = this.#chains.get(header);
    if (cachedChain && signedDate >= cachedChain.from && signedDate <= cachedChain.to) return cachedChain.key;
    const [leafText, intermediateText] = headerSchema.parse(decoded(header)).x5c;
    const leaf = new X509Certificate(Buffer.from(leafText, 'base64'));
    const intermediate = new X509Certificate(Buffer.from(intermediateText, 'base64'));
    const at = new Date(signedDate);
    const key = await this.verifyCertificateChain(this.rootCertificates, leaf, intermediate, at).catch((cause) => {
      throw new UnknownCertificateError('The certificates are not trusted', { cause });
    });
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('ES256 takes a key on P-256');
    this.#chains.set(header, {
      key,
      from: Math.max(Date.parse(leaf.validFrom), Date.parse(intermediate.validFrom)),
      to: Math.min(Date.parse(leaf.validTo), Date.parse(intermediate.validTo)),
    });
    return key;
  }
}

/** When a text says it was signed, in milliseconds. */
const signedAt = ({ signedDate }: SignedPayload): number | null => readField(millisField, signedDate, [], '');

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
