import bundlePrograms from '../support/bundle-programs.ts';
import { eventually, startProduct } from '../support/product.ts';
import { simulatorAt } from '../support/truth.ts';

/**
 * Starts the whole product for the stories, unless one is running where `E2E_BASE_URL` says; `E2E_SIMULATOR_URL` and
 * `E2E_DATA_DIR` are its simulator and its folder then.
 * @returns What stops it again.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL !== undefined) return async () => undefined;
  await bundlePrograms();
  // A small market with one finished month. Its present is held still, and so are the demo's rules: a story that needs movement
  // causes it.
  const market = { SIMULATOR_SCALE: '0.05', SIMULATOR_HISTORY_MONTHS: '1', SIMULATOR_MOVEMENT: 'off' };
  const product = await startProduct({ environment: { ...market, AUTOMATION_SLOT_SECONDS: '86400' } });
  const { status } = simulatorAt(product.simulatorUrl ?? '');
  await eventually(status, ({ history_done }) => history_done, { timeoutMs: 120_000, everyMs: 250 });
  // Workers are started afterwards and read it from their environment.
  process.env.E2E_BASE_URL = product.url;
  process.env.E2E_SIMULATOR_URL = product.simulatorUrl;
  process.env.E2E_DATA_DIR = product.dataDir;
  return async () => void (await product.stop());
}
