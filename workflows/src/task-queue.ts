/** Task queue of all workflows of the product. */
export const taskQueue = 'tapwise';
