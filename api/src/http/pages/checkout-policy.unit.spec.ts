import { expect, it } from 'vitest';
import { checkoutHeaders } from './checkout-policy.ts';

const policyOf = (scriptUrl: string, environment: 'live' | 'sandbox') =>
  checkoutHeaders({ scriptUrl, environment })['content-security-policy']?.split(';') ?? [];
const others = ["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];

it('the page that takes the card may load what the provider needs, by its environment, and nothing else', () => {
  expect(policyOf('https://cdn.paddle.com/paddle/v2/paddle.js', 'live')).toEqual([
    "default-src 'none'",
    "script-src 'self' https://cdn.paddle.com",
    "style-src 'self' 'unsafe-inline' https://cdn.paddle.com",
    "img-src 'self' data: https://cdn.paddle.com",
    "font-src 'self'",
    'frame-src https://buy.paddle.com https://cdn.paddle.com',
    "connect-src 'self' https://api.paddle.com https://buy.paddle.com https://create-checkout.paddle.com https://checkout-service.paddle.com",
    ...others,
  ]);
  const sandbox = policyOf('https://cdn.paddle.com/paddle/v2/paddle.js', 'sandbox');
  expect(sandbox).toContain("style-src 'self' 'unsafe-inline' https://cdn.paddle.com https://sandbox-cdn.paddle.com");
  expect(sandbox).toContain('frame-src https://sandbox-buy.paddle.com https://sandbox-cdn.paddle.com');
  expect(sandbox.join(' ')).not.toContain(' https://api.paddle.com');
});

it('a script from elsewhere opens the page to its own origin alone', () => {
  expect(policyOf('http://127.0.0.1:4500/paddle/v2/paddle.js', 'sandbox')).toEqual([
    "default-src 'none'",
    "script-src 'self' http://127.0.0.1:4500",
    "style-src 'self' 'unsafe-inline' http://127.0.0.1:4500",
    "img-src 'self' data: http://127.0.0.1:4500",
    "font-src 'self'",
    'frame-src http://127.0.0.1:4500',
    "connect-src 'self' http://127.0.0.1:4500",
    ...others,
  ]);
});
