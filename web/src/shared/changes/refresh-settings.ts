import type { QueryClient } from '@tanstack/react-query';

/** After a write: reports and changes on the screen are asked again, others when they are looked at. */
export function refreshSettings(client: QueryClient): void {
  for (const queryKey of [['report'], ['changes']]) void client.invalidateQueries({ queryKey });
}
