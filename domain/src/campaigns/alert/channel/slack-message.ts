/** What is to be said in a channel of Slack; plain text, of which outside names may be a part. */
export interface SlackText {
  readonly title: string;
  /** Paragraphs, the most important one first. */
  readonly sections: readonly string[];
  /** Where it can be looked at. */
  readonly link: { readonly label: string; readonly url: string };
}

/** Body of a call of an incoming webhook, https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks. */
export interface SlackBody {
  readonly text: string;
  readonly blocks: readonly object[];
  readonly unfurl_links: false;
  readonly unfurl_media: false;
}

/** Longest wait for Slack. */
export const slackTimeoutMs = 10_000;

/** Limits of Slack, in characters and blocks: https://docs.slack.dev/reference/block-kit/blocks. */
const longestHeader = 150;
const longestSection = 3000;
const mostBlocks = 20;

/**
 * A message in which names stay names: what would be a mention, a link or an entity is escaped. What Slack would refuse as too long is cut, and what does not fit is
 * counted.
 */
export function slackBody({ title, sections, link }: SlackText): SlackBody {
  const room = mostBlocks - 2;
  const isCut = sections.length > room;
  const displayed = isCut ? sections.slice(0, room - 1) : sections;
  const rest = isCut ? [`and ${sections.length - displayed.length} more`] : [];
  const linkText = `<${link.url}|${cut(escapeSlack(link.label), longestHeader)}>`;
  return {
    text: cut(escapeSlack(title), longestSection),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(escapeSlack(title), longestHeader), emoji: false } },
      ...[...displayed, ...rest].map((text) => section(cut(escapeSlack(text), longestSection))),
      section(linkText),
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } });

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Slack reads three characters as marks, https://docs.slack.dev/messaging/formatting-message-text. */
export const escapeSlack = (text: string): string =>
  text.replace(/[&<>]/g, (character) => entities[character] ?? character);

/** Whole characters and whole entities. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '');
  return `${head.replace(/&[a-z]{0,3}$/, '')}…`;
}
