import type { ClientToServer, ServerToClient } from '@tapwise/contract';
import { Server } from 'socket.io';
import type { Plugin } from 'vite';

const roomOf = (applicationId: unknown) => `application ${String(applicationId)}`;

/**
 * The server's end of the page's socket: accepts every session and every subscription. It reports nothing by itself;
 * `POST /live-stand-in/moved?application_id=1` makes it report a move to the pages that follow that application.
 */
export function liveStandIn(): Plugin {
  return {
    name: 'live-stand-in',
    configureServer({ httpServer, middlewares }) {
      if (httpServer === null) return;
      // Upgrades of other paths belong to the development server.
      const sockets = new Server<ClientToServer, ServerToClient>(httpServer, {
        ...{ transports: ['websocket'], destroyUpgrade: false },
      });
      sockets.on('connection', (socket) => {
        socket.onAny((event: string, ...given: unknown[]) => {
          const [subject] = given;
          if (event === 'subscribe') void socket.join(roomOf((subject as { application_id: number }).application_id));
          const acknowledge = given.at(-1);
          if (typeof acknowledge === 'function') acknowledge({ status: 'ok', watch: 'watch-1', position: '1' });
        });
      });
      middlewares.use('/live-stand-in/moved', (request, response) => {
        const id = new URL(request.url ?? '', 'http://stand-in').searchParams.get('application_id');
        const room = roomOf(id);
        const followers = sockets.sockets.adapter.rooms.get(room)?.size ?? 0;
        sockets.to(room).emit('moved', { read_model: 'reports', position: '2' });
        response.end(String(followers));
      });
    },
  };
}
