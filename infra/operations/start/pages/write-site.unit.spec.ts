import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { asOtherUser } from '../../../../tests/support/machine/as-other-user.ts';
import { installedSite, renderSite, siteTemplate, writeSite } from './write-site.ts';

const dist = mkdtempSync(join(tmpdir(), 'tapwise-site-'));
const dataDir = mkdtempSync(join(tmpdir(), 'tapwise-data-'));
const installed = installedSite(dataDir);
afterAll(() => {
  for (const folder of [dist, dataDir]) rmSync(folder, { recursive: true, force: true });
});

const renderer = `
let rendered = 0;
export function renderSite(template, { publicUrl, contact }) {
  rendered += 1;
  const text = (path) => template.replace('<!--body-->', publicUrl + path + ' '.repeat(2000) + rendered + ' ' + contact);
  return [{ file: 'home.html', text: text('/') }, { file: 'docs/live.html', text: text('/docs/live') }];
}`;

it('writes pages that were rendered once for whatever address they are served at, and their compressed copies', async () => {
  mkdirSync(join(dist, '.site'));
  writeFileSync(join(dist, '.site', 'package.json'), '{"type":"module"}');
  writeFileSync(join(dist, '.site', 'render.js'), renderer);
  writeFileSync(siteTemplate(dist), 'at <!--body--> renderings');
  await renderSite(dist);
  const page = (file: string) => readFileSync(join(dist, file));
  for (const address of ['http://127.0.0.1:8080', 'https://tapwise.example']) {
    writeSite(dist, { publicUrl: address, contact: 'https://tapwise.example/?a=1&b="2"' }, installed);
    const contact = 'https://tapwise.example/\\?a=1&amp;b=&quot;2&quot;';
    expect(page('home.html').toString()).toMatch(new RegExp(`^at ${address}/ {2000}1 ${contact} renderings$`));
    expect(page('docs/live.html').toString()).toContain(`at ${address}/docs/live `);
    expect(gunzipSync(page('docs/live.html.gz'))).toEqual(page('docs/live.html'));
  }
  writeSite(dist, { publicUrl: 'https://tapwise.example', contact: 'mailto:sales@tapwise.example' }, installed);
  expect(page('home.html').toString()).toContain(' 1 mailto:sales@tapwise.example renderings');
});

it('writes them into the data folder where the checkout is read-only and has those of other addresses', () => {
  const before = readFileSync(join(dist, 'home.html'), 'utf8');
  chmodSync(dataDir, 0o777);
  for (const folder of [dist, join(dist, 'docs'), join(dist, '.site')]) chmodSync(folder, 0o555);
  for (const file of ['home.html', 'docs/live.html', '.site/address']) chmodSync(join(dist, file), 0o444);
  const elsewhere = { publicUrl: 'https://other.example', contact: 'mailto:sales@tapwise.example' };
  asOtherUser(() => writeSite(dist, elsewhere, installed));
  expect(readFileSync(join(dist, 'home.html'), 'utf8')).toBe(before);
  expect(readFileSync(join(installed, 'docs/live.html'), 'utf8')).toContain('at https://other.example/docs/live ');
  expect(existsSync(join(installed, 'home.html.br'))).toBe(true);
  asOtherUser(() => writeSite(dist, { ...elsewhere, publicUrl: 'https://tapwise.example' }, installed));
  expect(existsSync(installed)).toBe(false);
});
