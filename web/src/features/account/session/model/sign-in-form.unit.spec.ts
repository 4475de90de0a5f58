import { describe, expect, it } from 'vitest';
import { checkSignIn, firstMode, returnPath } from './sign-in-form.ts';

const empty = { name: ' ', email: '', password: '' };

describe('the sign-in form', () => {
  it('asks for a name only when an account is made', () => {
    expect(checkSignIn('sign-up', empty)).toEqual({
      name: 'Please input your Name',
      email: 'Please input your Email',
      password: 'Please input your Password',
    });
    expect(checkSignIn('log-in', empty)).not.toHaveProperty('name');
  });

  it('lets a complete form pass', () => {
    expect(checkSignIn('sign-up', { name: 'Mara', email: 'mara@moonvale.example', password: 'x' })).toEqual({});
  });
});

describe('after a sign-in', () => {
  it('the remembered page opens with its query', () => {
    for (const page of ['/client/reports?app=1&tab=full', '/cltv?application_id=1', '/trial_conversion']) {
      expect(returnPath(page, true)).toBe(page);
    }
  });

  it('other addresses are not followed', () => {
    expect(returnPath('https://elsewhere.example/client', true)).toBe('/client/reports');
    expect(returnPath('/cltvs', true)).toBe('/client/reports');
    expect(returnPath('/clientele', true)).toBe('/client/reports');
    expect(returnPath(undefined, true)).toBe('/client/reports');
  });

  it('an account without applications starts in Settings', () => {
    expect(returnPath(undefined, false)).toBe('/client/settings');
  });
});

describe('the form begins', () => {
  it('with log-in for who asks for it or was sent here, else with sign-up', () => {
    expect([firstMode('', undefined), firstMode('?mode=log-in', undefined), firstMode('', '/client/charts')]).toEqual([
      'sign-up',
      'log-in',
      'log-in',
    ]);
  });
});
