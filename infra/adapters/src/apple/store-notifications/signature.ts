import type { KeyObject, X509Certificate } from 'node:crypto';
import { Environment, SignedDataVerifier } from '@apple/app-store-server-library';
import { DomainError } from '@tapwise/domain';
import { z } from 'zod';

/** Signed texts of the store are a few kilobytes; a header alone can be blown up to megabytes. */
const maxSignedLength = 200_000;
const headerSchema = z.object({ alg: z.literal('ES256'), x5c: z.array(z.string()).length(3) });
const signedDateSchema = z.looseObject({ signedDate: z.number().int().positive() });
type SignedPayload = z.infer<typeof signedDateSchema>;
const cachedChains = 100;

/**
 * Checks who signed, and nothing else: three certificates down from a pinned root with the store's markers, valid when the
 * text was signed, and an ES256 signature. What the text says about app and environment is for the caller to compare.
 */
export class StoreSignature extends SignedDataVerifier {
  readonly #chains = new Map<string, { key: KeyObject; from: number; to: number }>();

  /** @param roots DER certificates that may stand at the top. */
  constructor(roots: Buffer[]) {
    // The environment must be one in which the library checks signatures; bundle and app ids are compared by us.
    super(roots, false, Environment.SANDBOX, '');
  }

  /**
   * @param signed JWS in compact form.
   * @returns The payload.
   * @throws DomainError `not_verifiable` whatever is wrong with it.
   */
  async open(signed: string): Promise<SignedPayload> {
    try {
      if (signed.length > maxSignedLength) throw new Error('too long');
      headerSchema.parse(JSON.parse(Buffer.from(signed.split('.')[0] ?? '', 'base64url').toString('utf8')));
      const validator = {
        validate: (payload: unknown): payload is SignedPayload => signedDateSchema.safeParse(payload).success,
      };
      return await this.verifyJWT(signed, validator, (payload) => new Date(payload.signedDate));
    } catch (cause) {
      throw new DomainError('not_verifiable', { cause });
    }
  }

  /** A chain that held once holds again for every signing date within the validity of both certificates. */
  protected override async verifyCertificateChain(
    roots: X509Certificate[],
    leaf: X509Certificate,
    intermediate: X509Certificate,
    signedAt: Date,
  ): Promise<KeyObject> {
    const name = `${leaf.fingerprint512}.${intermediate.fingerprint512}`;
    const known = this.#chains.get(name);
    if (known && signedAt.getTime() >= known.from && signedAt.getTime() <= known.to) return known.key;
    const key = await super.verifyCertificateChain(roots, leaf, intermediate, signedAt);
    if (this.#chains.size >= cachedChains) this.#chains.clear();
    this.#chains.set(name, {
      key,
      from: Math.max(Date.parse(leaf.validFrom), Date.parse(intermediate.validFrom)),
      to: Math.min(Date.parse(leaf.validTo), Date.parse(intermediate.validTo)),
    });
    return key;
  }
}
