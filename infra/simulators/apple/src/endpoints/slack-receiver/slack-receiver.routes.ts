import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { SimulatorClock } from '../../base/clock.ts';
import type { StateFolder } from '../../base/state/state-folder.ts';
import { registerReceivedPages } from '../received/received-page.ts';
import { createReceivedPosts } from '../received/received-posts.ts';
import { type SlackFault, slackRefusals } from './slack-fault.ts';

const FILE = 'slack.jsonl';

/** Slack takes more fields; these make a message. */
const message = z.looseObject({
  text: z.string().min(1),
  blocks: z
    .array(z.looseObject({ type: z.string() }))
    .max(50)
    .optional(),
});

export interface SlackSite {
  readonly folder: StateFolder;
  readonly clock: SimulatorClock;
  readonly faults: { readonly slack: SlackFault };
}

/** Incoming webhooks of Slack. What arrives is kept and shown at `/slack`. */
export function registerSlackReceiver(server: FastifyInstance, { folder, clock, faults }: SlackSite): void {
  const posts = createReceivedPosts(folder, FILE);
  registerReceivedPages(server, 'slack', { title: 'Slack, as the simulator plays it', posts });
  server.post('/services/*', (request, reply) => {
    const { url: path, body } = request;
    const read = message.safeParse(body);
    const keep = (status: number) =>
      posts.add({ at: clock.now(), path, status, title: read.data?.text ?? 'No message', body });
    const { slack: fault } = faults;
    if (fault === 'hang') return reply.hijack();
    if (fault === null && read.success) {
      keep(200);
      return reply.type('text/html').send('ok');
    }
    const { status, retry_after: retryAfter } = fault ?? { status: 400 as const, retry_after: 0 };
    keep(status);
    return refuse(reply, status, retryAfter);
  });
}

function refuse(reply: FastifyReply, status: keyof typeof slackRefusals, retryAfter: number): FastifyReply {
  if (status === 429) void reply.header('retry-after', String(retryAfter));
  return reply.code(status).type('text/html').send(slackRefusals[status]);
}
