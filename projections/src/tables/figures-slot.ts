/** Length of one slot of `figures_pulled_v1`, in milliseconds. Days begin at a multiple of it in every time zone. */
export const slotMs = 300_000;
