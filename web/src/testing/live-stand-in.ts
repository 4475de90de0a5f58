import type { ClientToServer, ServerToClient } from '@tapwise/contract';
import { Server } from 'socket.io';
import type { Plugin } from 'vite';

const roomOf = (applicationId: unknown) => `application ${String(applicationId)}`;

/**
 * The server's end of the page's socket: accepts every session and every subscription. It reports nothing by itself;
 * `POST /live-stand-in/moved?application_id=1` makes it report a move to the pages that follow that application,
 * `/live-stand-in/logged` that a rule has logged something, and `/live-stand-in/change?application_id=1&change_id=…` that
 * a change is done, `/live-stand-in/alerted` that an incident is another; `/live-stand-in/account` reports to every page
 * that something of its team has changed, and `/live-stand-in/notice` sends every page what is in the body.
 */
export function liveStandIn(): Plugin {
  return {
    name: 'live-stand-in',
    configureServer({ httpServer, middlewares }) {
      if (httpServer === null) return;
      // Upgrades of other paths belong to the development server.
      const sockets = new Server<ClientToServer, ServerToClient>(httpServer, {
        transports: ['websocket'],
        destroyUpgrade: false,
      });
      sockets.on('connection', (socket) => {
        socket.onAny((event: string, ...args: unknown[]) => {
          const [subject] = args;
          if (event === 'subscribe') void socket.join(roomOf((subject as { application_id: number }).application_id));
          const acknowledge = args.at(-1);
          if (typeof acknowledge === 'function') acknowledge({ status: 'ok', watch: 'watch-1', position: '1' });
        });
      });
      const post = (path: string, emit: (room: ReturnType<typeof sockets.to>) => void) =>
        middlewares.use(path, (request, response) => {
          const id = new URL(request.url ?? '', 'http://stand-in').searchParams.get('application_id');
          const room = roomOf(id);
          const followers = sockets.sockets.adapter.rooms.get(room)?.size ?? 0;
          emit(sockets.to(room));
          response.end(String(followers));
        });
      post('/live-stand-in/moved', (room) => room.emit('moved', { read_model: 'reports', position: '2' }));
      post('/live-stand-in/logged', (room) => room.emit('automation_log', { id: 7, run_id: 'run-1', rows: 1 }));
      post('/live-stand-in/alerted', (room) =>
        room.emit('alert', { alert_id: 12, episode_id: 'e', key: '501', state: 'firing', severity: 'high' }),
      );
      middlewares.use('/live-stand-in/notice', (request, response) => {
        request.setEncoding('utf8');
        let body = '';
        request.on('data', (text: string) => {
          body += text;
        });
        request.on('end', () => {
          sockets.emit('notice', JSON.parse(body));
          response.end();
        });
      });
      middlewares.use('/live-stand-in/account', (_request, response) => {
        sockets.emit('moved', { read_model: 'account', position: '2' });
        response.end();
      });
      middlewares.use('/live-stand-in/change', (request, response) => {
        const params = new URL(request.url ?? '', 'http://stand-in').searchParams;
        const change_id = params.get('change_id') ?? '';
        sockets
          .to(roomOf(params.get('application_id')))
          .emit('change', { change_id, status: 'ok', counts: {}, done: true });
        response.end();
      });
    },
  };
}
