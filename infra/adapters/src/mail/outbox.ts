import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutgoingMail } from './build-message.ts';

/**
 * Puts a mail into a folder that stands in for a mail server: `<kind>--<id>.eml`, the message, and then `<kind>--<id>.json`, what is in
 * it. Doing it again writes the same. The folder holds live links, so only its owner may read it.
 * @throws the file system's error.
 */
export async function putIntoOutbox(directory: string, mail: OutgoingMail, message: Buffer): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { kind, to, subject, text, links, createdAt: created_at } = mail;
  const file = join(directory, `${kind}--${mail.id}`);
  await replaceFile(`${file}.eml`, message);
  await replaceFile(
    `${file}.json`,
    `${JSON.stringify({ kind, to, subject, text, links, created_at }, undefined, 2)}\n`,
  );
}

async function replaceFile(file: string, content: Buffer | string): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}
