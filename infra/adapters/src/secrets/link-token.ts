import type { KeyVault } from './key-vault.ts';

/** Purposes of links in mails; a token of one is of no use for another. */
export type LinkPurpose = 'verify' | 'reset' | 'email' | 'keep';

/**
 * The secret of a link, made from the request it belongs to and the master key. So it is in no log and no table, and a mail that is built
 * again carries the same one.
 */
export function linkToken(vault: Pick<KeyVault, 'keyedHash'>, purpose: LinkPurpose, requestId: string): string {
  return `twl_${base64Url(vault.keyedHash('link', `${purpose}|${requestId}`))}`;
}

/** What is recorded of a link's token, and what it is found by. */
export function linkTokenHash(vault: Pick<KeyVault, 'keyedHash'>, purpose: LinkPurpose, token: string): string {
  return vault.keyedHash('link token', `${purpose}|${token}`);
}

/** The second secret of an invitation. Only the mail has it, so who knows it reads mails to that address. */
export function invitationProof(vault: Pick<KeyVault, 'keyedHash'>, tokenHash: string): string {
  return base64Url(vault.keyedHash('invitation proof', tokenHash));
}

/**
 * The secret of an address at which one click ends mails of a sort. It names the account by its number only, and is good for ever.
 * @param topic a switch of the account, or `product_updates`.
 */
export function unsubscribeToken(vault: Pick<KeyVault, 'keyedHash'>, accountId: number, topic: string): string {
  return `${accountId}.${topic}.${base64Url(vault.keyedHash('unsubscribe', `${accountId}|${topic}`))}`;
}

/**
 * The secret of a recipient of a scheduled report: confirms, unsubscribes and comes back. It names schedule and recipient, and is the
 * same in every mail.
 */
export function reportRecipientToken(
  vault: Pick<KeyVault, 'keyedHash'>,
  scheduleId: number,
  recipientId: string,
): string {
  return `${scheduleId}_${recipientId}_${base64Url(vault.keyedHash('report recipient', `${scheduleId}|${recipientId}`))}`;
}

/** Under whose key the address of a recipient outside the team is kept. */
export const reportRecipientSubject = (scheduleId: number, recipientId: string): string =>
  `report-${scheduleId}-${recipientId}`;

/** Under whose key the address and the token of an invitation are kept: destroyed with the person who joined by it. */
export const invitationSubject = (tokenHash: string): string => `invitation-${tokenHash}`;

const base64Url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');
