/** Whether an address may be sent to, as far as its text says; what its name leads to only the server can check. */
export function isHttpsAddress(text: string): boolean {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  const bare = url.username === '' && url.password === '';
  return url.protocol === 'https:' && bare && url.port === '' && text.length <= 2_000;
}
