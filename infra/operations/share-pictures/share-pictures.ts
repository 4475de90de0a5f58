import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { chromium } from 'playwright';
import { obtainChromium } from '../test/chromium.ts';

/** Draws the pictures that are shown with shared links: the start page's and one for each article. They are kept in the repository. */
const articles = 'web/content/blog';
const folder = 'web/public/share';
const size = { width: 1200, height: 630 };
const start = {
  name: 'home',
  above: 'Search ads for apps, measured to the payment',
  title: 'Know what every keyword earns.',
};

async function readArticle(file: string): Promise<typeof start> {
  const [, title = ''] = /^title: (.*)$/m.exec(await readFile(join(articles, file), 'utf8')) ?? [];
  return { name: basename(file, '.md'), above: 'Tapwise blog', title };
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const rings = [120, 220, 330, 450, 580, 720, 870]
  .map((radius, index) => `<circle cx="930" cy="420" r="${radius}" opacity="${0.3 - index * 0.035}"/>`)
  .join('');

const pageOf = ({ above, title }: typeof start, font: string): string => `<!doctype html><style>
@font-face { font-family: Inter; src: url(data:font/woff2;base64,${font}); font-weight: 100 900; }
body { margin: 0; width: 1200px; height: 630px; background: #f3f5f8; color: #181c24; font-family: Inter; position: relative; overflow: hidden; }
.rings { position: absolute; inset: 0; fill: none; stroke: #1c5bd6; stroke-width: 1.5; }
.brand { position: absolute; left: 80px; top: 64px; display: flex; align-items: center; gap: 18px; font-size: 34px; font-weight: 600; }
p { position: absolute; left: 80px; top: 210px; margin: 0; font-size: 26px; color: #515866; }
h1 { position: absolute; left: 80px; top: 262px; width: 980px; margin: 0; font-size: 84px; line-height: 1.06; letter-spacing: -0.035em; font-weight: 600; }
</style><svg class="rings" viewBox="0 0 1200 630">${rings}</svg>
<div class="brand"><svg width="52" height="52" viewBox="0 0 32 32"><rect width="32" height="32" rx="8.6" fill="#1c5bd6"/>
<path d="M8 9.6h16M16 9.6v7.2" stroke="#fff" stroke-width="3" stroke-linecap="round" fill="none"/><circle cx="16" cy="19.4" r="2.4" fill="#fff"/>
<path d="M9.6 20.4a6.6 6.6 0 0 0 12.8 0" stroke="#fff" stroke-width="1.8" stroke-linecap="round" fill="none"/></svg>Tapwise</div>
<p>${escaped(above)}</p><h1>${escaped(title)}</h1>`;

const font = await readFile('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', 'base64');
const texts = (await readdir(articles)).filter((file) => file.endsWith('.md'));
await mkdir(folder, { recursive: true });
const executablePath = await obtainChromium();
const browser = await chromium.launch({ ...(executablePath === '' ? {} : { executablePath }), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: size });
  for (const picture of [start, ...(await Promise.all(texts.map(readArticle)))]) {
    await page.setContent(pageOf(picture, font));
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    await page.screenshot({ path: join(folder, `${picture.name}.png`) });
    console.log(join(folder, `${picture.name}.png`));
  }
} finally {
  await browser.close();
}
