/** Of the browser's own machine: set-ups for tests allow some of them, which only the server knows. */
const ownMachine: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/** Whether an address may be sent to, as far as its text says; what its name leads to only the server can check. */
export function isHttpsAddress(text: string): boolean {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  if (url.username !== '' || url.password !== '' || text.length > 2_000) return false;
  if (url.protocol === 'http:') return ownMachine.includes(url.hostname);
  return url.protocol === 'https:' && (url.port === '' || ownMachine.includes(url.hostname));
}
