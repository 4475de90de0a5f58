/** Signal to every workflow: something that it waits for may have happened. */
export const wakeSignal = 'wake';
