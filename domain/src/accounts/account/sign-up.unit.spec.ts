import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../shared/domain-error.ts';
import { checkSignUp, normalizeEmail } from './sign-up.ts';

const form = { name: ' Mara ', email: ' Mara@Example.com ', password: 'moon-vale-9' };

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
}

describe('a sign-up', () => {
  it('gives the trimmed name, the address as typed and as compared, and the password', () => {
    expect(checkSignUp(form)).toEqual({
      name: 'Mara',
      email: 'Mara@Example.com',
      emailKey: 'mara@example.com',
      password: 'moon-vale-9',
    });
  });

  it('is refused in the words of the form for the first field that is missing', () => {
    expect(refusal(() => checkSignUp({}))).toBe('Please input your Name');
    expect(refusal(() => checkSignUp({ ...form, name: '  ' }))).toBe('Please input your Name');
    expect(refusal(() => checkSignUp({ ...form, email: null, password: '' }))).toBe('Please input your Email');
    expect(refusal(() => checkSignUp({ ...form, email: 'nonsense', password: ' ' }))).toBe(
      'Please input your Password',
    );
  });

  it('is refused for a password shorter than eight or longer than 128 characters, counted as people count', () => {
    expect(refusal(() => checkSignUp({ ...form, password: '1234567' }))).toBe(errorCodes.password_too_short);
    expect(refusal(() => checkSignUp({ ...form, password: '🌙'.repeat(7) }))).toBe(errorCodes.password_too_short);
    expect(refusal(() => checkSignUp({ ...form, password: '🌙'.repeat(128) }))).toBe('accepted');
    expect(refusal(() => checkSignUp({ ...form, password: 'x'.repeat(129) }))).toBe(errorCodes.password_too_long);
  });

  it('is refused for names too long, with control characters, or that run backwards', () => {
    for (const name of ['x'.repeat(101), 'a\r\nBcc: b', 'a\u202Eb']) {
      expect(refusal(() => checkSignUp({ ...form, name }))).toBe(errorCodes.name_invalid);
    }
    expect(checkSignUp({ ...form, name: 'Zoë <b> =cmd' }).name).toBe('Zoë <b> =cmd');
  });

  it('gives one password however the keyboard composes its letters', () => {
    expect(checkSignUp({ ...form, password: 'cafe\u0301-moon' }).password).toBe('caf\u00e9-moon');
  });
});

describe('an e-mail address', () => {
  it('is compared in lower case, its domain in ASCII; dots and tags stay', () => {
    expect(normalizeEmail(' A.B+Tag@EXAMPLE.com ')).toBe('a.b+tag@example.com');
    expect(normalizeEmail('a@Bücher.example')).toBe('a@xn--bcher-kva.example');
  });

  it('is refused when no mail could go there', () => {
    const label = 'd'.repeat(64);
    const wrong = [
      'a',
      'a@b',
      '@example.com',
      'a@',
      'a b@example.com',
      '"a"@example.com',
      'a@[127.0.0.1]',
      'a,b@example.com',
      'a@example.com\r\nBcc: x@y.de',
      'a@exa mple.com',
      'a@@example.com',
      'ä@example.com',
      'a@example.com/x',
      `${'l'.repeat(65)}@example.com`,
      `a@${label}.com`,
      `a@${'d.'.repeat(130)}com`,
    ];
    expect(wrong.filter((text) => refusal(() => normalizeEmail(text)) !== errorCodes.email_invalid)).toEqual([]);
    expect(refusal(() => normalizeEmail(' '))).toBe('Please input your Email');
  });
});
