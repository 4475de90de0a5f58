import { VFile } from 'vfile';
import { matter } from 'vfile-matter';
import { z } from 'zod';

/** A text of `web/content`, as its file begins and goes on. */
export interface ContentPage {
  /** Last part of its address. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Markdown without the matter before it and without the first heading, which is the title. */
  readonly body: string;
}

const matterSchema = z.strictObject({ title: z.string().min(1), description: z.string().min(1).max(160) });

const docs = import.meta.glob<string>('../../../content/docs/*.md', { query: '?raw', import: 'default', eager: true });
const articles = import.meta.glob<string>('../../../content/blog/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const texts = import.meta.glob<string>('../../../content/pages/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** @throws ZodError for a file whose matter is not complete. */
function read(files: Readonly<Record<string, string>>): ReadonlyMap<string, ContentPage> {
  return new Map(
    Object.entries(files).map(([path, text]) => {
      const slug = /([^/]+)\.md$/.exec(path)?.[1] ?? path;
      const file = new VFile(text);
      matter(file, { strip: true });
      const { title, description } = matterSchema.parse(file.data.matter);
      const body = String(file).replace(/^\s*# .*\n/, '');
      return [slug, { slug, title, description, body }];
    }),
  );
}

/** By the last part of their address. */
export const docPages = read(docs);
export const articlePages = read(articles);
export const textPages = read(texts);
