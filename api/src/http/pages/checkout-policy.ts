/** Where the payment provider's window comes from. */
export interface PaymentWindow {
  /** Address of the script that opens it. */
  readonly scriptUrl: string;
  readonly environment: 'live' | 'sandbox';
}

interface Hosts {
  readonly script: string;
  readonly assets: string;
  readonly frames: readonly string[];
  readonly calls: readonly string[];
}

/**
 * Headers of `/checkout`, the only page that runs a script that is not ours. It is a document of its own, so that no other
 * page's policy names a foreign host. The window opens pages of banks, which need their opener.
 */
export function checkoutHeaders(window: PaymentWindow): Readonly<Record<string, string>> {
  const { script, assets, frames, calls } = hostsOf(window);
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", script],
    'style-src': ["'self'", "'unsafe-inline'", assets],
    'img-src': ["'self'", 'data:', assets],
    'font-src': ["'self'"],
    'frame-src': frames,
    'connect-src': ["'self'", ...calls],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join(';'),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  };
}

/** The provider's own hosts; a script from elsewhere, as in the demo, has everything at its own origin. */
function hostsOf({ scriptUrl, environment }: PaymentWindow): Hosts {
  const { origin, hostname } = new URL(scriptUrl);
  if (hostname !== 'cdn.paddle.com') return { script: origin, assets: origin, frames: [origin], calls: [origin] };
  const of = (name: string) => `https://${environment === 'sandbox' ? 'sandbox-' : ''}${name}.paddle.com`;
  const assets = of('cdn');
  const buy = of('buy');
  return {
    script: origin,
    assets: assets === origin ? origin : `${origin} ${assets}`,
    frames: [buy, assets],
    calls: [of('api'), buy, of('create-checkout'), of('checkout-service')],
  };
}
