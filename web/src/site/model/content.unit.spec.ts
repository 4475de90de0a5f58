import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagrams } from '../diagrams/diagrams.tsx';
import { renderSite } from '../render.tsx';
import { articlePages, docPages, textPages } from './content.ts';
import { articleOrder, docsMenu } from './docs-menu.ts';

const template = '<!doctype html><html lang="en"><head><!--head--></head><body><!--body--></body></html>';
const contact = 'mailto:help@tapwise.example';
const files = renderSite(template, { publicUrl: 'https://tapwise.example', contact });
const html = files.filter(({ file }) => file.endsWith('.html'));
const fileOf = (path: string): string => (path === '/' ? 'home.html' : `${path.slice(1)}.html`);
const words = (text: string): number => text.split(/\s+/).length;

describe('texts of the site', () => {
  it('are all in a menu', () => {
    expect(docsMenu.flatMap(({ pages }) => pages)).toEqual(expect.arrayContaining([...docPages.keys()]));
    expect([...articlePages.keys()].sort()).toEqual([...articleOrder].sort());
  });

  it('are articles of a length that is worth opening', () => {
    for (const [slug, { body }] of articlePages) {
      expect(words(body), slug).toBeGreaterThanOrEqual(900);
      expect(words(body), slug).toBeLessThanOrEqual(1500);
    }
  });

  it('name only drawings that exist', () => {
    const texts = [...docPages.values(), ...articlePages.values(), ...textPages.values()].map(({ body }) => body);
    const named = texts.flatMap((text) => [...text.matchAll(/```diagram\n(\S+)\n```/g)].map(([, name = '']) => name));
    expect(named.length).toBeGreaterThan(5);
    expect(Object.keys(diagrams)).toEqual(expect.arrayContaining(named));
  });
});

describe('finished pages', () => {
  it.each(html.map(({ file, text }) => [file, text]))('%s has one heading, a title, a description', (_file, text) => {
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect(text).toMatch(/<title>[^<]+ · Tapwise<\/title>/);
    expect(text).toMatch(/<meta name="description" content="[^"]{10,}"/);
    expect(text).not.toMatch(/<!--(head|body)-->/);
  });

  it('lead to pages and headings that exist', () => {
    const pageTexts = new Map(html.map(({ file, text }) => [file, text]));
    const dead = html.flatMap(({ file, text }) =>
      [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].flatMap(([, href = '']) => {
        if (href === contact) return [];
        const { pathname, hash } = new URL(href, `https://tapwise.example/${file.replace('.html', '')}`);
        if (/^\/(login|docs$|blog\/rss\.xml)/.test(pathname)) return [];
        const target = pageTexts.get(pathname === `/${file.replace('.html', '')}` ? file : fileOf(pathname));
        const exists = target !== undefined && (hash === '' || target.includes(`id="${hash.slice(1)}"`));
        return exists ? [] : [`${file}: ${href}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  it('name in their foot where people of Tapwise are reached', () => {
    for (const { file, text } of html) {
      expect(text.slice(text.lastIndexOf('<footer')), file).toContain(`<a href="${contact}">Contact</a>`);
    }
  });

  it('say what the reports mean by proceeds, result, ROAS and predicted proceeds, and how VAT is returned', () => {
    const textOf = (path: string): string =>
      (files.find(({ file }) => file === fileOf(path))?.text ?? '').replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    const sheet = textOf('/docs/reports_cheat_sheet');
    for (const definition of [
      'Proceeds = revenue minus VAT minus the store fee.',
      'Result = proceeds minus spend.',
      'ROAS = proceeds divided by spend.',
    ]) {
      expect(sheet).toContain(definition);
    }
    expect(textOf('/docs/how_we_calculate_predictions')).toContain(
      'predicted proceeds = intro proceeds + subscription proceeds for cancelled subscriptions ' +
        '+ lifetime value at the current charge for active subscriptions ' +
        '+ (trial-conversion probability at hours since trial start) × first-charge lifetime value for trial subscriptions',
    );
    expect(textOf('/docs/vat_return')).toContain('Subscription support returns VAT in 1-3 business days.');
  });

  it('name the version of the SDK in every guide, which its requests send', () => {
    const guides = [...docPages].filter(([slug]) => /_sdk_integration$|^sdk_http_calls$/.test(slug));
    expect(guides).toHaveLength(7);
    for (const [slug, { body }] of guides) expect(body, slug).toMatch(/sdk_version\W{1,8}1\.4\.0/);
    expect(docPages.get('unity_sdk_integration')?.body).toContain('SDK 1.4.x');
    for (const slug of ['swift', 'rn'])
      expect(docPages.get(`${slug}_sdk_integration`)?.body).toContain('version 1.4.0');
  });

  it('are shared with a picture that exists, of the size they say', () => {
    const pictures = html.flatMap(({ text }) =>
      [...text.matchAll(/og:image" content="([^"]*)"/g)].map(([, at = '']) => at),
    );
    expect(pictures).toHaveLength(html.filter(({ text }) => text.includes('og:url')).length);
    expect(new Set(pictures).size).toBe(1 + articlePages.size);
    for (const address of new Set(pictures)) {
      const bytes = readFileSync(join('web/public', new URL(address).pathname));
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], address).toEqual([1200, 630]);
    }
  });

  it('depend on where they are served by nothing but the address itself', () => {
    const anywhere = renderSite(template, { publicUrl: 'https://anywhere.invalid', contact });
    const moved = anywhere.map(({ file, text }) => [
      file,
      text.replaceAll('https://anywhere.invalid', 'https://tapwise.example'),
    ]);
    const changed = files.filter(({ text }, index) => moved[index]?.[1] !== text).map(({ file }) => file);
    expect(moved.map(([file]) => file)).toEqual(files.map(({ file }) => file));
    expect(changed).toEqual([]);
  });

  it('are named to search engines, without those for one person', () => {
    const of = (name: string): string => files.find(({ file }) => file === name)?.text ?? '';
    expect(of('sitemap.xml')).toContain('<loc>https://tapwise.example/blog/keywords</loc>');
    expect(of('sitemap.xml')).not.toContain('not-found');
    for (const path of ['/client', '/checkout', '/reset', '/verify', '/unsubscribe']) {
      expect(of('robots.txt')).toContain(`Disallow: ${path}\n`);
    }
    expect(of('home.html')).toContain('<link rel="canonical" href="https://tapwise.example/" />');
    expect(of('not-found.html')).toContain('noindex');
    expect(of('blog/rss.xml').match(/<item>/g)).toHaveLength(articleOrder.length);
  });
});
