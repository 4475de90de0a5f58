import { useCallback, useEffect } from 'react';
import { readChange } from '../../../../shared/campaigns/changes/write-calls.ts';
import { useLatest } from '../../../../shared/page/use-latest.ts';
import { followChanges } from '../../../../shared/server/live/live-connection.ts';

/** Where the socket reports nothing, changes with open rows are asked about this often, in milliseconds. */
const checkEveryMs = 30_000;

type ChangeStateResponse = Awaited<ReturnType<typeof readChange>> & { change_id: string };

/**
 * Asks for the outcomes of changes with rows that are not settled: at once, when the socket reports one of them, and now and
 * then in any case. A question that fails is asked again at the next occasion.
 * @param onResponse gets each answer
 * @returns asks now; rejects with what failed
 */
export function useOpenChanges(
  applicationId: number,
  changeIds: readonly string[],
  onResponse: (response: ChangeStateResponse) => void,
): () => Promise<void> {
  const latest = useLatest(onResponse);
  const ids = changeIds.join();
  const ask = useCallback(
    async (change_id: string): Promise<void> =>
      latest.current({ ...(await readChange(applicationId, change_id)), change_id }),
    [applicationId, latest],
  );
  useEffect(() => {
    if (ids === '') return;
    const open = ids.split(',');
    const quietly = (change_id: string) => void ask(change_id).catch(() => undefined);
    const all = () => open.forEach(quietly);
    all();
    const timer = setInterval(all, checkEveryMs);
    const stop = followChanges(applicationId, ({ change_id }) => {
      if (open.includes(change_id)) quietly(change_id);
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [applicationId, ids, ask]);
  return async () => {
    for (const change_id of changeIds) await ask(change_id);
  };
}
