import { z } from 'zod';

/** Calendar day `YYYY-MM-DD`; its time zone is described by the field that holds it. */
export const dayField = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** Instant, ISO 8601 in UTC with milliseconds. */
export const instantField = z.iso.datetime();
/** Integer millionths of a currency unit; may be negative. */
export const microsField = z.number().int();
/** ISO 4217 code, or the ad service's own spelling of one (RMB). */
export const currencyField = z.string().regex(/^[A-Z]{3}$/);
/** ISO 3166 alpha-2 code, upper case. */
export const countryField = z.string().regex(/^[A-Z]{2}$/);
/** Ids of the ad service are 64-bit integers that stay below 2^53. */
export const adsIdField = z.number().int().nonnegative();
/** Ciphertext made by the key vault: `v1.<subject>.<base64url>`. Never plain text. */
export const encryptedField = z.string().startsWith('v1.');
/** How an install is claimed: after a tap on the ad, or after only seeing it. */
export const claimTypeField = z.enum(['click', 'view']);
/** What a member of a team may do: everything, everything but money and people, or read reports without spend. */
export const accessField = z.enum(['admin', 'member', 'restricted']);

export type ClaimType = z.infer<typeof claimTypeField>;
export type Access = z.infer<typeof accessField>;
