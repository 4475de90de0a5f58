/** Milliseconds between two messages about the same thing: four in a second. */
const shortestGapMs = 250;
/** Things that are remembered, so that the gap holds between two messages about each. */
const remembered = 500;

interface Noticed<News> {
  news: News;
  timer: NodeJS.Timeout | undefined;
  sentAt: number;
}

/** Sends news about many things: at most four times a second about each, and always the last state. */
export interface PacedNotices<News> {
  /** @param next The news, given those of the last time; `undefined` at the first. */
  note(id: string, next: (before: News | undefined) => News): void;
  /** Nothing more will be sent about it. */
  forget(id: string): void;
  close(): void;
}

/** @param now Milliseconds. */
export function createPacedNotices<News>(send: (news: News) => void, now: () => number): PacedNotices<News> {
  const noticed = new Map<string, Noticed<News>>();
  return {
    note(id, next) {
      const earlier = noticed.get(id);
      const notice = earlier ?? { news: next(undefined), timer: undefined, sentAt: -shortestGapMs };
      if (earlier !== undefined) notice.news = next(earlier.news);
      noticed.set(id, notice);
      const [oldest] = noticed;
      if (noticed.size > remembered && oldest !== undefined && oldest[1].timer === undefined) noticed.delete(oldest[0]);
      const sendNow = (): void => {
        notice.timer = undefined;
        notice.sentAt = now();
        send(notice.news);
      };
      notice.timer ??= setTimeout(sendNow, Math.max(0, shortestGapMs - (now() - notice.sentAt)));
    },
    forget: (id) => {
      clearTimeout(noticed.get(id)?.timer);
      noticed.delete(id);
    },
    close() {
      for (const { timer } of noticed.values()) clearTimeout(timer);
      noticed.clear();
    },
  };
}
