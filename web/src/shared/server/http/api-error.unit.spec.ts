import { describe, expect, it } from 'vitest';
import { errorText } from './api-error.ts';

describe('the sentence for a failed call', () => {
  it("is the server's own for refusals it explains", () => {
    for (const status of [400, 403, 404, 409, 413, 422, 429]) {
      expect(errorText(status, 'Wrong date', { signIn: false })).toBe('Wrong date');
    }
  });

  it("is the specification's for faults, whatever the server says", () => {
    expect(errorText(500, 'stack trace', { signIn: false })).toBe('Internal server error. We will fix it soon.');
    expect(errorText(502, undefined, { signIn: false })).toBe('Too many requests on a server. Please try again later.');
    expect(errorText(504, undefined, { signIn: false })).toBe('The request took too much time to execute.');
    expect(errorText(418, undefined, { signIn: false })).toBe('Unhandled status code');
  });

  it('says Unauthorized for a dead session but why for a sign-in', () => {
    expect(errorText(401, 'Wrong e-mail or password', { signIn: false })).toBe('Unauthorized');
    expect(errorText(401, 'Wrong e-mail or password', { signIn: true })).toBe('Wrong e-mail or password');
  });
});
