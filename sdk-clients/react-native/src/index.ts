/** Where the app keeps small texts over its launches, for example `AsyncStorage`. */
export interface TapwiseStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<unknown>;
}

export interface TapwiseOptions {
  readonly apiKey: string;
  /** Address of the ingest service, without a slash at its end. */
  readonly url: string;
  readonly storage: TapwiseStorage;
  /** Asks the native module for Apple's token; `null` where there is none. */
  readonly attributionToken: () => Promise<string | null>;
  /** A UUID, to be passed to the purchase library as `appAccountToken` too. */
  readonly newId: () => string;
  /** What the service may know of the device; all of it optional. */
  readonly device?: {
    readonly app_version?: string;
    readonly os_version?: string;
    readonly device_class?: 'iphone' | 'ipad' | 'mac' | 'tv' | 'vision' | 'watch' | 'ipod';
    readonly locale?: string;
  };
  readonly fetch?: typeof fetch;
  /** Waits so many milliseconds. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** Which ad led to the install; names are absent where Apple gives none. */
export type TapwiseAttribution = Readonly<Record<string, string | number | null>>;

export interface TapwiseTransaction {
  readonly transaction_id: string;
  readonly original_transaction_id: string;
  readonly product_id: string;
  /** ISO 8601. */
  readonly purchased_at: string;
  readonly signed_transaction?: string;
}

export interface TapwiseLaunch {
  readonly installId: string;
  /** `undefined`: not known yet, ask at the next launch; `null`: no ad. */
  readonly attribution: TapwiseAttribution | null | undefined;
  /** Whether this is the first answer ever: use it for what is to happen once for each install. */
  readonly firstTime: boolean;
}

const version = '1.4.0';
const keys = { id: 'tapwise.id', at: 'tapwise.first_launch_at', answer: 'tapwise.answer', queue: 'tapwise.queue' };
const attempts = 5;
const longestPauseMs = 60_000;
const mostQueued = 200;
const perCall = 50;

/**
 * Reports the install and what waits to be reported; call it at each launch. It never throws: what cannot be sent now is sent at a later
 * launch. After the answer nothing is asked again.
 */
export async function reportLaunch(options: TapwiseOptions): Promise<TapwiseLaunch> {
  const { storage } = options;
  const installId = await kept(storage, keys.id, options.newId);
  const first_launch_at = await kept(storage, keys.at, () => new Date().toISOString());
  const storedAttribution = await storage.getItem(keys.answer);
  if (storedAttribution !== null) {
    await sendQueue(options, installId);
    return { installId, attribution: JSON.parse(storedAttribution) as TapwiseAttribution | null, firstTime: false };
  }
  const attribution_token = await options.attributionToken().catch(() => null);
  const body = { install_id: installId, first_launch_at, attribution_token, sdk_version: version, ...options.device };
  const response = await post(options, '/sdk/v1/attribution', body);
  if (response === undefined) return { installId, attribution: undefined, firstTime: false };
  const attribution = (response.attribution ?? null) as TapwiseAttribution | null;
  await storage.setItem(keys.answer, JSON.stringify(attribution));
  await sendQueue(options, installId);
  return { installId, attribution, firstTime: response.first_time === true };
}

/** Reports purchases; those that cannot be sent wait, at most 200; the oldest are dropped. Not needed where `appAccountToken` is the install id. */
export async function reportTransactions(
  options: TapwiseOptions,
  transactions: readonly TapwiseTransaction[],
): Promise<void> {
  const waiting = [...(await queued(options.storage)), ...transactions].slice(-mostQueued);
  await options.storage.setItem(keys.queue, JSON.stringify(waiting));
  const installId = await options.storage.getItem(keys.id);
  // The service knows purchases by their install: they wait for the first launch to be reported.
  if (installId !== null && (await options.storage.getItem(keys.answer)) !== null) await sendQueue(options, installId);
}

async function sendQueue(options: TapwiseOptions, installId: string): Promise<void> {
  for (let waiting = await queued(options.storage); waiting.length > 0; waiting = await queued(options.storage)) {
    const transactions = waiting.slice(0, perCall);
    const sent = await post(options, '/sdk/v1/transactions', { install_id: installId, transactions });
    if (sent === undefined) return;
    // Purchases may have been added meanwhile.
    const left = (await queued(options.storage)).filter(
      ({ transaction_id }) => !transactions.some((transaction) => transaction.transaction_id === transaction_id),
    );
    await options.storage.setItem(keys.queue, JSON.stringify(left));
  }
}

type ResponseBody = Readonly<Record<string, unknown>>;

/** Posts until the answer is 200, a few times; what is refused permanently is not sent again. */
async function post(options: TapwiseOptions, path: string, body: object): Promise<ResponseBody | undefined> {
  const send = options.fetch ?? fetch;
  const pause = options.pause ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const response = await send(`${options.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: options.apiKey, ...body }),
    }).catch(() => undefined);
    const responseBody = (await response?.json().catch(() => ({}))) as ResponseBody | undefined;
    if (response?.status === 200) return responseBody;
    const isRefused =
      response !== undefined && response.status >= 400 && response.status < 500 && response.status !== 429;
    if (isRefused || attempt === attempts - 1) return undefined;
    const retryAfterMs = Number(responseBody?.retry_after ?? response?.headers.get('retry-after') ?? 0) * 1000;
    await pause(Math.min(longestPauseMs, retryAfterMs > 0 ? retryAfterMs : 1000 * 2 ** attempt));
  }
  return undefined;
}

async function kept(storage: TapwiseStorage, key: string, make: () => string): Promise<string> {
  const stored = await storage.getItem(key);
  if (stored !== null) return stored;
  const made = make();
  await storage.setItem(key, made);
  return made;
}

async function queued(storage: TapwiseStorage): Promise<TapwiseTransaction[]> {
  const text = await storage.getItem(keys.queue);
  return text === null ? [] : (JSON.parse(text) as TapwiseTransaction[]);
}
