import type { FastifyInstance } from 'fastify';
import type { ReceivedPost, ReceivedPosts } from './received-posts.ts';

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escaped[character] ?? character);

/** Two addresses that show what a stand-in got: `/<name>` to people, `/<name>.json` to programs. */
export function registerReceivedPages(
  server: FastifyInstance,
  name: 'slack' | 'customer',
  { title, posts }: { readonly title: string; readonly posts: ReceivedPosts },
): void {
  server.get(`/${name}`, (_request, reply) => reply.type('text/html; charset=utf-8').send(pageOf(title, posts.list())));
  server.get(`/${name}.json`, () => ({
    posts: posts.list().map(({ at, ...post }) => ({ ...post, at: new Date(at).toISOString() })),
  }));
}

const pageOf = (title: string, posts: readonly ReceivedPost[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:50rem;padding:0 1rem}
li{margin:0 0 1rem}time,small{opacity:.75}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${posts.length === 0 ? '<p>Nothing has arrived yet.</p>' : `<ol reversed>${posts.map(itemOf).join('\n')}</ol>`}
</main></body></html>
`;

function itemOf({ at, path, status, title, body }: ReceivedPost): string {
  const instant = new Date(at).toISOString();
  return `<li><time datetime="${instant}">${instant}</time> <strong>${escapeHtml(title)}</strong>
<br><small>${escapeHtml(path)}, answered ${status}</small>
<details><summary>Content</summary><pre>${escapeHtml(JSON.stringify(body, null, 1))}</pre></details></li>`;
}
