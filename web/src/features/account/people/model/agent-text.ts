import { parse } from 'bowser';

/** `Chrome 131 on macOS`; `null` for what no browser says of itself. */
export function agentText(agent: string): string | null {
  if (agent.trim() === '') return null;
  const { browser, os } = parse(agent);
  if (!browser.name || !browser.version) return null;
  const [major] = browser.version.split('.');
  return os.name ? `${browser.name} ${major} on ${os.name}` : `${browser.name} ${major}`;
}
