const mostCharacters = 6000;

/** A text of a page without personal data: e-mail addresses, tokens and keys, and what follows `?` or `#` in addresses. */
export function scrubbed(text: string): string {
  return text
    .slice(0, mostCharacters)
    .replace(/((?:https?:\/\/|\/)[^\s?#()]*)[?#][^\s():]*/g, '$1')
    .replace(/[^\s<>()"',;:]+@[^\s<>()"',;:]+\.[^\s<>()"',;:]+/g, '[address]')
    .replace(/\btw[a-z]{1,2}_[\w-]+/g, '[token]')
    .replace(/\b[\w-]*\d[\w-]{23,}\b/g, '[key]');
}
