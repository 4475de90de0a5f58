import { eventually, startProduct } from '../support/product/product.ts';
import { simulatorAt } from '../support/product/truth.ts';
import bundlePrograms from '../support/programs/bundle-programs.ts';

/**
 * Starts the whole product with a small market of one finished month, unless one is running where `E2E_BASE_URL` says;
 * `E2E_SIMULATOR_URL` and `E2E_DATA_DIR` are its simulator and its folder then.
 * @param marketSettings How the present of the market and the demo's rules go on.
 * @returns What stops it again.
 */
export async function startStoryProduct(marketSettings: Record<string, string>): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL !== undefined) return async () => undefined;
  await bundlePrograms();
  const market = { SIMULATOR_SCALE: '0.05', SIMULATOR_HISTORY_MONTHS: '1' };
  const product = await startProduct({ environment: { ...market, ...marketSettings } });
  const { status } = simulatorAt(product.simulatorUrl ?? '');
  await eventually(status, ({ history_done }) => history_done, { timeoutMs: 120_000, everyMs: 250 });
  // Workers are started afterwards and read it from their environment.
  process.env.E2E_BASE_URL = product.url;
  process.env.E2E_SIMULATOR_URL = product.simulatorUrl;
  process.env.E2E_DATA_DIR = product.dataDir;
  return async () => void (await product.stop());
}
