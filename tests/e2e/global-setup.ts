import { eventually, startProduct } from '../support/product.ts';
import { simulatorAt } from '../support/truth.ts';

/**
 * Starts the whole product for the stories, unless one is running where `E2E_BASE_URL` says; `E2E_DATA_DIR` is its folder then.
 * @returns What stops it again.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL !== undefined) return async () => undefined;
  // A busy present that stories can wait for, and two months of history instead of fifteen: while history is posted, two cores
  // have little left for a browser.
  const environment = { SIMULATOR_SCALE: '2', SIMULATOR_HISTORY_MONTHS: '1' };
  const product = await startProduct({ environment });
  const { status } = simulatorAt(product.simulatorUrl ?? '');
  await eventually(status, ({ history_done }) => history_done, { timeoutMs: 600_000, everyMs: 1000 });
  // Workers are started afterwards and read it from their environment.
  process.env.E2E_BASE_URL = product.url;
  process.env.E2E_DATA_DIR = product.dataDir;
  return async () => void (await product.stop());
}
