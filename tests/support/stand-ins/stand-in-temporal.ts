import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { TlsParties } from '../machine/certificates.ts';

/** A call as the server saw it. */
export interface SecuredCall {
  readonly path: string;
  /** The name that the caller expected of the server (SNI). */
  readonly serverName: string | false | null | undefined;
  /** Common name of the caller's certificate. */
  readonly clientName: string | undefined;
  readonly authorization: string | undefined;
}

/** A TLS server on loopback that gives every gRPC call an empty response and keeps what it saw of the caller. */
export interface SecuredServer {
  /** `host:port` */
  readonly address: string;
  readonly calls: readonly SecuredCall[];
  stop(): Promise<void>;
}

/** @param parties The server refuses callers that its authority did not sign. */
export async function startSecuredServer({ authority, server }: TlsParties): Promise<SecuredServer> {
  const calls: SecuredCall[] = [];
  const listener: Http2SecureServer = createSecureServer({
    cert: server.certificate,
    key: server.key,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: true,
  });
  const sessions = new Set<{ destroy(): void }>();
  listener.on('session', (session) => sessions.add(session));
  listener.on('stream', (stream, headers) => {
    const socket = stream.session?.socket as TLSSocket;
    calls.push({
      path: String(headers[':path']),
      serverName: (socket as { servername?: string | false }).servername,
      clientName: socket.getPeerCertificate().subject?.CN?.toString(),
      authorization: headers.authorization,
    });
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    // A message of no bytes in its frame: every field has its default.
    stream.end(Buffer.alloc(5));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    address: `127.0.0.1:${(listener.address() as AddressInfo).port}`,
    calls,
    stop: async () => {
      for (const session of sessions) session.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
