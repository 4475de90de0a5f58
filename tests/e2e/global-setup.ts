import { startProduct } from '../support/product.ts';

/**
 * Starts the whole product for the stories, unless one is running where `E2E_BASE_URL` says.
 * @returns What stops it again.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL !== undefined) return async () => undefined;
  // Half of the demo's people leaves two cores some time for the browser, and still something happens every few seconds.
  const product = await startProduct({ environment: { SIMULATOR_SCALE: '0.5' } });
  // Workers are started afterwards and read it from their environment.
  process.env.E2E_BASE_URL = product.url;
  return async () => void (await product.stop());
}
