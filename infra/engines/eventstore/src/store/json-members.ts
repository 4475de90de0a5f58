/**
 * Top-level members of a JSON object as raw text, in order. Values are not turned into numbers because JSON.parse would
 * round 9223372036854775807, which marks a soft-deleted stream. Returns undefined when `text` is not a JSON object.
 */
export function jsonMembers(text: string): Map<string, string> | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  const body = text.trim().slice(1, -1);
  const members = new Map<string, string>();
  for (const part of splitAtTopLevel(body, ',')) {
    const [name, ...rest] = splitAtTopLevel(part, ':');
    if (name === undefined || rest.length === 0) continue;
    members.set(String(JSON.parse(name)), rest.join(':').trim());
  }
  return members;
}

/** The JSON object with these members. */
export function joinJsonMembers(members: ReadonlyMap<string, string>): string {
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

/** Cuts valid JSON text at separators that are outside of strings, arrays and objects. */
function splitAtTopLevel(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let inString = false;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
