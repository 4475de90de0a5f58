import { sessionMessages } from '../messages.ts';

export type SignInMode = 'sign-up' | 'log-in';

export interface SignInFields {
  name: string;
  email: string;
  password: string;
}

export type SignInErrors = Partial<Record<keyof SignInFields, string>>;

/** What is still missing, by field; an empty object means the form may be sent. */
export function checkSignIn(mode: SignInMode, fields: SignInFields): SignInErrors {
  const errors: SignInErrors = {};
  if (mode === 'sign-up' && fields.name.trim() === '') errors.name = sessionMessages.nameMissing;
  if (fields.email.trim() === '') errors.email = sessionMessages.emailMissing;
  if (fields.password === '') errors.password = sessionMessages.passwordMissing;
  return errors;
}

/** Where a sign-in leads: the remembered screen, else the first that makes sense. Only screens of this page count. */
export function returnPath(from: unknown, hasApplications: boolean): string {
  if (typeof from === 'string' && /^\/(?:client|cltv|trial_conversion)(?:[/?]|$)/.test(from)) return from;
  return hasApplications ? '/client/reports' : '/client/settings';
}

/** Who was sent here from a screen, or asks for it, logs in; all others sign up. */
export function firstMode(search: string, from: unknown): SignInMode {
  return from !== undefined || new URLSearchParams(search).get('mode') === 'log-in' ? 'log-in' : 'sign-up';
}
