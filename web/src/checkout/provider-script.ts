/** What happens in the payment window; only the names are relied on. */
export interface ProviderEvent {
  name?: string;
}

/** The part of the provider's script that is used, as it documents it. */
export interface Provider {
  Environment: { set(environment: 'sandbox'): void };
  Initialize(options: { token: string; eventCallback: (event: ProviderEvent) => void }): void;
  Checkout: { open(options: object): void };
}

const timeoutMs = 10_000;

/**
 * Loads the provider's script, which must not be served by ourselves.
 * @throws Error when it does not come within ten seconds, or is not what it should be
 */
export function loadProvider(url: string, page: Window & { Paddle?: Provider }): Promise<Provider> {
  return new Promise((resolve, reject) => {
    const script = page.document.createElement('script');
    const give = (why: string) => {
      script.remove();
      reject(new Error(why));
    };
    const timer = setTimeout(() => give('The script did not come in time'), timeoutMs);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (page.Paddle === undefined) give('The script is not what it should be');
      else resolve(page.Paddle);
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      give('The script could not be loaded');
    });
    script.src = url;
    page.document.head.append(script);
  });
}
