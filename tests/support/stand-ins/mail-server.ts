import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A message as it arrived. */
export interface ArrivedMail {
  readonly to: string;
  /** First part of the `Message-ID`, before the `@` and what follows. */
  readonly id: string;
  readonly text: string;
  /** By `performance.now()`, when it was there whole. */
  readonly at: number;
}

/** Takes mails and forwards none. */
export interface MailServer {
  readonly url: string;
  readonly arrived: ArrivedMail[];
  /** Called when a message is there, before the server says that it took it. */
  onArrival(handler: (mail: ArrivedMail) => Promise<void>): void;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const arrived: ArrivedMail[] = [];
  let handle: (mail: ArrivedMail) => Promise<void> = async () => undefined;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const id = /^Message-ID: <([^@>]*)/im.exec(text)?.[1] ?? '';
        const mail = { to: session.envelope.rcptTo[0]?.address ?? '', id, text, at: performance.now() };
        arrived.push(mail);
        void handle(mail).then(() => done());
      });
    },
  });
  // A sender that is killed leaves its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    arrived,
    onArrival: (handler) => {
      handle = handler;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
