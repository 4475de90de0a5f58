import { describe, expect, it } from 'vitest';
import { routePattern } from './route-pattern.ts';

describe('the route of an address', () => {
  it.each([
    ['/client/reports', '/client/reports'],
    ['/client/automation/8f14-e45f', '/client/automation/:id'],
    ['/unsubscribe/17.automation.c2VjcmV0', '/unsubscribe/:id'],
    ['/', '/'],
    ['/client//Ada@example.com/', '/client/:id'],
  ])('of %s is %s', (address, route) => expect(routePattern(address)).toBe(route));
});
