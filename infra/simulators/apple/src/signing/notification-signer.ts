import { sign } from 'node:crypto';
import type { SigningChain } from './certificates.ts';

/** Makes signed texts as the App Store does: compact JWS, ES256, the whole chain in the header. */
export interface NotificationSigner {
  sign(payload: object): string;
}

export function createNotificationSigner(chain: SigningChain): NotificationSigner {
  const x5c = [chain.leaf, chain.intermediate, chain.root].map((der) => der.toString('base64'));
  const header = base64url(JSON.stringify({ alg: 'ES256', x5c }));
  return {
    sign(payload) {
      const text = `${header}.${base64url(JSON.stringify(payload))}`;
      const signature = sign('sha256', Buffer.from(text), { key: chain.leafKey, dsaEncoding: 'ieee-p1363' });
      return `${text}.${signature.toString('base64url')}`;
    },
  };
}

const base64url = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');
