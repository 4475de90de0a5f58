import { useState } from 'react';
import { serverTime } from '../../../../shared/server/http/server-clock.ts';

/** When what is drawn was opened, by the server's clock, in milliseconds: what is near or over is counted from it. */
export function useOpenedAt(): number {
  const [openedAt] = useState(() => serverTime(Date.now()));
  return openedAt;
}
