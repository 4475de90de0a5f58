import { z } from 'zod';

/** What a token of the simulated AdServices framework holds: whose install it is, and when it was minted (ms). */
export interface AttributionToken {
  /** Number of the person; null for the fixed record that development builds get. */
  readonly person: number | null;
  readonly mintedAt: number;
}

const content = z.object({ p: z.number().int().min(0).nullable(), m: z.number() });

export const mintToken = (token: AttributionToken): string =>
  Buffer.from(JSON.stringify({ p: token.person, m: token.mintedAt })).toString('base64');

/** The token's content, or null for a text that was never minted here. */
export function readToken(text: string): AttributionToken | null {
  try {
    const { p, m } = content.parse(JSON.parse(Buffer.from(text.trim(), 'base64').toString('utf8')));
    return { person: p, mintedAt: m };
  } catch {
    return null;
  }
}
