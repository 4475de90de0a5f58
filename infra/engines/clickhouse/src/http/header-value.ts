/** The text without ASCII control characters: in a header they would end it and begin another. */
export function withoutControlCharacters(text: string): string {
  return Array.from(text)
    .filter((character) => character >= ' ' && character !== '\x7f')
    .join('');
}

/** A text from a request as the value of a response header: on one line, its characters sent as UTF-8 bytes. */
export function headerValue(text: string): string {
  // Node takes one character per byte.
  return Buffer.from(withoutControlCharacters(text), 'utf8').toString('latin1');
}
