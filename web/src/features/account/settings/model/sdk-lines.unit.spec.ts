import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sdkLanguages, sdkLine } from './sdk-lines.ts';

const facts = { apiKey: 'key$&-of-this-app', url: 'https://in.tapwise.example' };
const docsOf = (page: string) => readFileSync(`web/content/docs/${page}.md`, 'utf8');

describe('the line that starts the SDK', () => {
  it.each(sdkLanguages)(
    'of $name is the first code of its page of the docs, with the key and the address',
    (language) => {
      const line = sdkLine(language, facts);
      expect(line.split(facts.apiKey)).toHaveLength(2);
      expect(line.split(facts.url)).toHaveLength(2);
      expect(line).not.toMatch(/YOUR_API_KEY|example\.com|TAPWISE/);
      const untouched = sdkLine(language, { apiKey: null, url: null });
      expect(docsOf(language.page)).toContain(`\n${untouched}\n\`\`\``);
      expect(docsOf(language.page).indexOf(untouched)).toBe(docsOf(language.page).search(/(?<=^```\w+[^\n]*\n)./m));
      expect(untouched).toMatch(/YOUR_API_KEY|TAPWISE_API_KEY/);
    },
  );

  it('by HTTP is a call that a shell can run, with the key as JSON', () => {
    const http = sdkLanguages.find(({ name }) => name === 'HTTP');
    const line = http === undefined ? '' : sdkLine(http, { apiKey: 'abc', url: 'https://in.tapwise.example' });
    expect(line).toContain('curl -sf "https://in.tapwise.example/sdk/v1/attribution"');
    expect(line).toContain('"api_key": "abc",');
  });
});
