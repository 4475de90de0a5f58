import { isIPv6 } from 'node:net';
import { homedir, hostname, userInfo } from 'node:os';
import { scrubbed } from '@tapwise/adapters';

const longestText = 600;

/** Words before a number that is an id of theirs. */
const owners =
  'account|user|team|member|person|application|app|org|organization|campaign|ad group|keyword|endpoint|install';
const ownedId = new RegExp(`\\b(${owners})([ _]?ids?)?(\\W{1,3})\\d+`, 'gi');

/** Texts between quotes of the same kind; an apostrophe within a word is none. */
const quoted = [/"[^"\n]*"/g, /`[^`\n]*`/g, /“[^”\n]*”/g, /(?<!\w)'[^\n]*?'(?!\w)/g];

/**
 * A text that may be passed on: without addresses of people and machines, ids, tokens, what is in quotes (names are written so), and what names
 * this machine and its user. Addresses of this machine itself, such as 127.0.0.1, and Apple's stay.
 */
export function anonymousText(text: string): string {
  let result = scrubbed(withoutOwnNames(text))
    .replace(/\b(Bearer|Basic) +\S+/gi, '$1 [key]')
    .replace(/\beyJ[\w-]+(?:\.[\w-]+)*/g, '[key]')
    .replace(/\b(?=\w*\d)[\w+]{24,}={0,2}/g, '[key]');
  for (const pattern of quoted) result = result.replace(pattern, '…');
  return result
    .replace(/\b([a-z][a-z+.-]*):\/\/(?:[^\s/@]*@)?([^\s/:()]+)[^\s()]*/gi, (_, scheme: string, host: string) =>
      isShownHost(host) ? `${scheme}://${host}` : `${scheme}://[host]`,
    )
    .replace(/\b(?!127\.|0\.0\.0\.0\b)\d{1,3}(?:\.\d{1,3}){3}\b/g, '[ip]')
    .replace(/(?<!\w)[\da-f]*:[\da-f:.]*[\da-f]/gi, (address) => (isForeign(address) ? '[ip]' : address))
    .replace(ownedId, '$1$2$3[id]')
    .replace(/\b([a-zA-Z]+)-[\w-]*\d[\w-]*/g, '$1-[id]')
    .slice(0, longestText);
}

const isShownHost = (host: string): boolean => /^(?:localhost|127\.[\d.]+|(?:[\w-]+\.)*apple\.com)$/i.test(host);
const isForeign = (address: string): boolean => isIPv6(address) && address !== '::1' && address !== '::';

/** A text in which the machine and its user are not named: paths have both. */
export function withoutOwnNames(text: string): string {
  const named = [
    { name: homedir(), replacement: '~' },
    { name: hostname(), replacement: '[machine]' },
    { name: userInfo().username, replacement: '[user]' },
  ];
  return named
    .filter(({ name }) => name.length > 3)
    .reduce((result, { name, replacement }) => result.replaceAll(name, replacement), text);
}
