import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import dictionary from 'dictionary-en';
import nspell from 'nspell';
import { describe, expect, it } from 'vitest';

const content = join(import.meta.dirname, '..', '..', '..', 'content');
const files = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
const ownWords = readFileSync(join(content, 'words.txt'), 'utf8').split('\n').filter(Boolean);
const spelling = nspell({ aff: Buffer.from(dictionary.aff), dic: Buffer.from(dictionary.dic) });
for (const word of ownWords) spelling.add(word);

/** Text without what is no prose: code, addresses, names of fields and files, drawings. */
const proseOf = (text: string): string =>
  text
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/`[^`]*`/g, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/https?:\S+/g, ' ')
    .replace(/^(## )?(GET|PUT|POST|DELETE) \/\S+$/gm, ' ')
    .replace(/[’]/g, "'");

/** Words of letters; abbreviations in capitals and names with capitals inside are left out. */
const wordsOf = (text: string): string[] =>
  [...proseOf(text).matchAll(/[\p{L}][\p{L}']*/gu)]
    .map(([word]) => word.replace(/'s?$/, ''))
    .filter((word) => word.length > 1 && !/^\p{Lu}{2,}s?$/u.test(word));

describe('the words of the public pages', () => {
  it.each(files)('%s is spelled as the dictionary or the list of own words has it', (file) => {
    const wrong = wordsOf(readFileSync(join(content, file), 'utf8')).filter((word) => !spelling.correct(word));
    expect([...new Set(wrong)].sort()).toEqual([]);
  });

  it('need every own word', () => {
    const used = new Set(files.flatMap((file) => wordsOf(readFileSync(join(content, file), 'utf8'))));
    expect(ownWords.filter((word) => !used.has(word))).toEqual([]);
    expect([...ownWords].sort()).toEqual(ownWords);
  });
});
