import { startStoryProduct } from '../e2e/story-product.ts';

/** The market moves, and rules run every half minute, so that there is something to decide. */
export default (): Promise<() => Promise<void>> => startStoryProduct({ AUTOMATION_SLOT_SECONDS: '30' });
