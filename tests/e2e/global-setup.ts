import { startStoryProduct } from './story-product.ts';

/** The present of the market is held still, and so are the demo's rules: a story that needs movement causes it. */
export default (): Promise<() => Promise<void>> =>
  startStoryProduct({ SIMULATOR_MOVEMENT: 'off', AUTOMATION_SLOT_SECONDS: '86400' });
