import { Platform } from 'react-native';
import module, { type TapwiseAttribution, type TapwisePurchase } from './NativeTapwise';

export type { TapwiseAttribution, TapwisePurchase };

export interface TapwiseOptions {
  /** Of the application, from Settings. */
  readonly apiKey: string;
  /** Address of the ingest service, from Settings. */
  readonly url: string;
  /** `reported`: only what the app reports; otherwise purchases are read from StoreKit too. */
  readonly purchases?: 'automatic' | 'reported';
  /** Called once per install; with `null` where no ad led to it. */
  readonly onAttribution?: (attribution: TapwiseAttribution | null) => void;
}

// The new architecture answers `undefined` where the native side has nothing.
const native = Platform.OS === 'ios' ? module : null;

/** Begins to report; to be called at each start of the app. On other systems than iOS no call does anything, and all answer `null`. */
export function start({ apiKey, url, purchases = 'automatic', onAttribution }: TapwiseOptions): void {
  if (native === null) return;
  const started = native.start(apiKey, url, purchases === 'automatic', onAttribution !== undefined);
  started.then(
    (attribution) => onAttribution?.(attribution ?? null),
    () => undefined,
  );
}

/** UUID of the install, to be given to the store as `appAccountToken`. */
export async function installId(): Promise<string | null> {
  return (await native?.installId()) ?? null;
}

/** The ad that led to the install, once it was learned. */
export async function attribution(): Promise<TapwiseAttribution | null> {
  return (await native?.attribution()) ?? null;
}

/** Reports purchases that StoreKit does not list, such as finished consumables. */
export function report(purchases: readonly TapwisePurchase[]): void {
  native?.report([...purchases]);
}
