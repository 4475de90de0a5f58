/**
 * Refreshes `pauseMs` after a notice, and so at most that often: notices that come meanwhile belong to the same refresh.
 * @param follow Begins to listen. @returns what ends the listening and drops a refresh that is due.
 */
export function refreshOnNotices(
  follow: (onNotice: () => void) => () => void,
  refresh: () => void,
  pauseMs: number,
): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const stop = follow(() => {
    timer ??= setTimeout(() => {
      timer = null;
      refresh();
    }, pauseMs);
  });
  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
  };
}
