import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeSlack, slackBody } from './slack-message.ts';
import { slackOutcome } from './slack-outcome.ts';

const link = { label: 'Open the alert', url: 'https://tapwise.example/client/automation/alerts/1' };

describe('a message to Slack', () => {
  it('keeps outside names as text', () => {
    const body = slackBody({ title: 'Spend of <!channel> & <@U1>', sections: ['<!here> "=cmd" <http://x|y>'], link });
    expect(body).toEqual({
      text: 'Spend of &lt;!channel&gt; &amp; &lt;@U1&gt;',
      blocks: [
        {
          type: 'header',
          text: { type: 'plain_text', text: 'Spend of &lt;!channel&gt; &amp; &lt;@U1&gt;', emoji: false },
        },
        { type: 'section', text: { type: 'mrkdwn', text: '&lt;!here&gt; "=cmd" &lt;http://x|y&gt;', verbatim: true } },
        { type: 'section', text: { type: 'mrkdwn', text: `<${link.url}|Open the alert>`, verbatim: true } },
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it('is never longer than Slack takes, whatever it says', () => {
    const piece = fc.record({ characters: fc.string({ unit: 'binary', maxLength: 30 }), times: fc.nat({ max: 150 }) });
    const text = piece.map(({ characters, times }) => characters.repeat(times));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 40 }), (title, sections) => {
        const { blocks } = slackBody({ title, sections, link });
        expect(blocks.length).toBeLessThanOrEqual(20);
        for (const block of blocks as { type: string; text: { text: string } }[]) {
          expect(block.text.text.length).toBeLessThanOrEqual(block.type === 'header' ? 150 : 3000);
        }
        const cutTexts = blocks.slice(0, -1) as { text: { text: string } }[];
        for (const block of cutTexts) expect(block.text.text).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/);
      }),
    );
  });

  it('counts the sections that have no room', () => {
    const sections = Array.from({ length: 30 }, (_, index) => `keyword ${index}`);
    const texts = (slackBody({ title: 'Many', sections, link }).blocks as { text: { text: string } }[]).map(
      ({ text }) => text.text,
    );
    expect([texts.length, texts[17], texts[18]]).toEqual([20, 'keyword 16', 'and 13 more']);
  });

  it('escapes what Slack reads as marks and nothing else', () => {
    expect(escapeSlack('a & b < c > d | *e* _f_')).toBe('a &amp; b &lt; c &gt; d | *e* _f_');
  });
});

const now = Date.parse('2026-11-23T10:00:00.000Z');
const answer = (status: number | null, responseBody = '', retryAfter: string | null = null) => ({
  status,
  retryAfter,
  responseBody,
});

describe('the end of a post to Slack', () => {
  it('is sent by "ok" alone', () => {
    expect(slackOutcome(answer(200, 'ok\n'), 0, now)).toEqual({ kind: 'sent' });
    expect(slackOutcome(answer(200, '<html>'), 0, now)).toEqual({ kind: 'dropped', problem: '<html>' });
    expect(slackOutcome(answer(302), 0, now)).toEqual({ kind: 'dropped', problem: 'Slack answered 302' });
  });

  it.each([
    [400, 'no_service'],
    [403, 'action_prohibited'],
    [404, 'channel_not_found'],
    [410, 'channel_is_archived'],
  ])('disables the channel after %i', (status, problem) => {
    expect(slackOutcome(answer(status, problem), 0, now)).toEqual({ kind: 'disabled', problem });
  });

  it('waits as long as Slack asks for, at most two hours, and a minute where it says nothing', () => {
    const waits = ['30', '0', '999999', '-1', 'soon', null].map((retryAfter) => {
      const outcome = slackOutcome(answer(429, '', retryAfter), 9, now);
      return outcome.kind === 'retry' ? (outcome.at - now) / 1000 : undefined;
    });
    expect(waits).toEqual([30, 60, 7200, 60, 60, 60]);
  });

  it('is tried four times more when Slack is away, and then dropped', () => {
    const pauses = [0, 1, 2, 3, 4].map((tries) => {
      const outcome = slackOutcome(answer(tries % 2 === 0 ? 503 : null), tries, now);
      return outcome.kind === 'retry' ? (outcome.at - now) / 1000 : outcome.kind;
    });
    expect(pauses).toEqual([5, 300, 1800, 7200, 'dropped']);
  });
});
