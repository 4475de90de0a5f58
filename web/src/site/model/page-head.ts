interface PageFacts {
  title: string;
  description: string;
  /** Absent for a page that is at no address of its own. */
  url?: string;
  /** Address of the picture that is shown with a shared link, 1200 × 630. */
  picture?: string;
}

/** Text as it may be within elements and quoted attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** What a page says about itself to search engines and to who is sent its address. */
export function pageHead({ title, description, url, picture }: PageFacts): string {
  const name = `${escaped(title)} · Tapwise`;
  const lines = [`<title>${name}</title>`, `<meta name="description" content="${escaped(description)}" />`];
  if (url === undefined) return [...lines, '<meta name="robots" content="noindex" />'].join('\n    ');
  const graph = { title, description, url, type: 'website', site_name: 'Tapwise' };
  const imageTags = picture === undefined ? {} : { image: picture, 'image:width': '1200', 'image:height': '630' };
  return [
    ...lines,
    `<link rel="canonical" href="${escaped(url)}" />`,
    ...Object.entries({ ...graph, ...imageTags }).map(
      ([key, value]) => `<meta property="og:${key}" content="${escaped(value)}" />`,
    ),
    ...(picture === undefined ? [] : ['<meta name="twitter:card" content="summary_large_image" />']),
  ].join('\n    ');
}
