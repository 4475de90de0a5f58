import { z } from 'zod';
import { DomainError } from '../../shared/domain-error.ts';
import { forbiddenInNames } from '../../shared/name-characters.ts';

/** What a person types to sign up; absent fields count as empty. */
export interface SignUpForm {
  name?: string | null;
  email?: string | null;
  password?: string | null;
}

export const passwordMinLength = 8;
export const passwordMaxLength = 128;

/**
 * Checks a sign-up in the order of its fields.
 * @returns the trimmed name, the address as typed, the address as it is compared, and the password in NFC.
 * @throws DomainError `name_required`, `name_invalid`, `email_required`, `email_invalid`, `password_required`,
 * `password_too_short`, `password_too_long`.
 */
export function checkSignUp(form: SignUpForm): { name: string; email: string; emailKey: string; password: string } {
  if (isBlank(form.name)) throw new DomainError('name_required');
  if (isBlank(form.email)) throw new DomainError('email_required');
  if (isBlank(form.password)) throw new DomainError('password_required');
  const name = checkName(form.name ?? '');
  return { name, ...checkEmail(form.email), password: checkPassword(form.password ?? '') };
}

/** A name of a person or a team: trimmed, in NFC. @throws DomainError `name_required`, `name_invalid`. */
export function checkName(text: string): string {
  const name = text.normalize('NFC').trim();
  if (name === '') throw new DomainError('name_required');
  if ([...name].length > 100 || forbiddenInNames.test(name)) throw new DomainError('name_invalid');
  return name;
}

/** @returns the address as typed and as it is compared. @throws DomainError `email_required`, `email_invalid`. */
export function checkEmail(text: string | null | undefined): { email: string; emailKey: string } {
  const email = (text ?? '').trim();
  return { email, emailKey: normalizeEmail(email) };
}

/**
 * The form under which an address is unique: trimmed, lower case, its domain in ASCII.
 * @throws DomainError `email_required`, `email_invalid`.
 */
export function normalizeEmail(text: string): string {
  const email = text.trim();
  if (email === '') throw new DomainError('email_required');
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).toLowerCase();
  const domain = asciiDomain(email.slice(at + 1));
  const normalized = `${local}@${domain}`;
  const fits = at > 0 && local.length <= 64 && normalized.length <= 254;
  const labelsFit = domain.split('.').every((label) => label.length <= 63);
  if (!fits || !labelsFit || !z.email().safeParse(normalized).success) throw new DomainError('email_invalid');
  return normalized;
}

/**
 * The password as it is hashed: in NFC, so that every keyboard's spelling of it is the same one.
 * @throws DomainError `password_required`, `password_too_short`, `password_too_long` (lengths in code points).
 */
export function checkPassword(text: string): string {
  const password = text.normalize('NFC');
  if (password.trim() === '') throw new DomainError('password_required');
  const length = [...password].length;
  if (length < passwordMinLength) throw new DomainError('password_too_short');
  if (length > passwordMaxLength) throw new DomainError('password_too_long');
  return password;
}

const isBlank = (text: string | null | undefined): boolean => (text ?? '').trim() === '';

/** Lower case, with other scripts in their ASCII form; empty when it is no domain. */
function asciiDomain(domain: string): string {
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return '';
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return '';
  }
}
