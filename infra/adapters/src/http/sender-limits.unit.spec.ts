import { expect, it } from 'vitest';
import { senderLimits } from './sender-limits.ts';

it('cut off a slow sender within 15 seconds', () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = senderLimits;
  expect(requestTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(15_000);
  expect(headersTimeout).toBeLessThanOrEqual(requestTimeout);
});
