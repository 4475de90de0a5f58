import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { openFileFolder } from '../files/file-folder.ts';
import type { OutgoingMail } from './build-message.ts';

/**
 * Puts a mail into a folder that stands in for a mail server: `<kind>--<id>.eml`, the message, and then `<kind>--<id>.json`, what is in
 * it. Doing it again writes the same. The folder holds live links, so only its owner may read it.
 * @throws the file system's error.
 */
export async function putIntoOutbox(directory: string, mail: OutgoingMail, message: Buffer): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { kind, to, subject, text, links, createdAt: created_at } = mail;
  const folder = openFileFolder(directory);
  await folder.replace(`${kind}--${mail.id}.eml`, message);
  const content = JSON.stringify({ kind, to, subject, text, links, created_at, ...filesOf(mail) }, undefined, 2);
  await folder.replace(`${kind}--${mail.id}.json`, Buffer.from(`${content}\n`));
}

/** What the mail has attached; nothing where it has nothing. */
function filesOf({ attachments = [] }: OutgoingMail) {
  if (attachments.length === 0) return {};
  return {
    attachments: attachments.map(({ name, contentType, content }) => ({
      name,
      content_type: contentType,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  };
}
