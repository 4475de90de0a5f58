import type { QueryClient } from '@tanstack/react-query';

/**
 * After a write: reports and changes on the screen are asked again, others when they are looked at.
 * @returns when those on the screen have been answered, or could not be
 */
export async function settingsRefreshed(client: QueryClient): Promise<void> {
  await Promise.all([['report'], ['changes']].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The same for those who wait for nothing. */
export const refreshSettings = (client: QueryClient): void => void settingsRefreshed(client);
