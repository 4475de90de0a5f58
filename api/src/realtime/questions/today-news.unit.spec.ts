import type { ReportTotals } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { createTodayNews, type LiveMessage } from './today-news.ts';

let messageCount = 0;
/** Totals as an answer brings them, with a position and ages that no other answer has. */
function liveMessage(today: { first_launches: number; spend: number }): LiveMessage {
  messageCount += 1;
  const as_of = { ads: null, sdk: new Date(messageCount * 1000).toISOString(), store: null } as LiveMessage['as_of'];
  return { application_id: 1, position: String(messageCount), as_of, today: today as unknown as ReportTotals };
}

describe("news of today's totals", () => {
  it('are no position and no age', () => {
    const news = createTodayNews();
    expect(news(liveMessage({ first_launches: 1, spend: 5 })).full).toBeDefined();
    expect(news(liveMessage({ first_launches: 1, spend: 5 }))).toEqual({ full: undefined, restricted: undefined });
    expect(news(liveMessage({ first_launches: 2, spend: 5 })).full?.today).toMatchObject({ first_launches: 2 });
  });

  it('are for restricted people what they can see of them', () => {
    const news = createTodayNews();
    expect(news(liveMessage({ first_launches: 1, spend: 5 })).restricted?.today).toEqual({ first_launches: 1 });
    const spent = news(liveMessage({ first_launches: 1, spend: 6 }));
    expect([spent.full?.today, spent.restricted]).toEqual([{ first_launches: 1, spend: 6 }, undefined]);
  });

  it('never repeat what was sent last, to anyone, and end with the present totals', () => {
    const news = createTodayNews();
    const sent = { full: [] as string[], restricted: [] as string[] };
    let last = liveMessage({ first_launches: 0, spend: 0 });
    for (let step = 0; step < 300; step += 1) {
      last = liveMessage({ first_launches: (step * 7) % 3, spend: (step * 5) % 4 });
      const { full, restricted } = news(last);
      if (full !== undefined) sent.full.push(JSON.stringify(full.today));
      if (restricted !== undefined) sent.restricted.push(JSON.stringify(restricted.today));
    }
    for (const texts of Object.values(sent)) {
      expect(texts.filter((text, index) => text === texts[index - 1])).toEqual([]);
    }
    expect(sent.full.at(-1)).toBe(JSON.stringify(last.today));
  });
});
