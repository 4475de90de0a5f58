import { Server } from 'socket.io';
import type { Plugin } from 'vite';

/** The server's end of the page's socket: accepts every session and every subscription, and reports nothing. */
export function liveStandIn(): Plugin {
  return {
    name: 'live-stand-in',
    configureServer({ httpServer }) {
      if (httpServer === null) return;
      // Upgrades of other paths belong to the development server.
      const sockets = new Server(httpServer, { transports: ['websocket'], destroyUpgrade: false });
      sockets.on('connection', (socket) => {
        socket.onAny((_event: string, ...given: unknown[]) => {
          const acknowledge = given.at(-1);
          if (typeof acknowledge === 'function') acknowledge({ status: 'ok', watch: 'watch-1', position: '1' });
        });
      });
    },
  };
}
