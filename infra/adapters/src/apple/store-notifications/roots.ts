import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Apple Root CA - G3, the root of everything the store signs. */
const shippedRoots = fileURLToPath(new URL('./apple-root-ca-g3.pem', import.meta.url));

/**
 * Reads the certificates that may sign store notifications.
 * @param file PEM with one or more certificates; Apple's own root when absent.
 * @returns DER of each.
 * @throws Error when the file holds no certificate.
 */
export async function readTrustedRoots(file: string | undefined): Promise<Buffer[]> {
  const text = await readFile(file ?? shippedRoots, 'utf8');
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) throw new Error(`${file ?? shippedRoots} holds no certificate`);
  return certificates.map((pem) => new X509Certificate(pem).raw);
}
