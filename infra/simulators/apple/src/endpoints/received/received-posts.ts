import { z } from 'zod';
import type { StateFolder } from '../../base/state/state-folder.ts';

const receivedPost = z.object({
  /** Milliseconds. */
  at: z.number(),
  path: z.string(),
  /** What it was answered with. */
  status: z.number().int(),
  /** In one line. */
  title: z.string(),
  body: z.unknown(),
});

/** A post as a stand-in got it. */
export type ReceivedPost = z.infer<typeof receivedPost>;

/** What a stand-in got, so that people and tests can look at it. */
export interface ReceivedPosts {
  add(post: ReceivedPost): void;
  /** The newest first. */
  list(): readonly ReceivedPost[];
}

/** So many are kept. */
const mostPosts = 500;

/** @param file Where posts are kept over a restart; absent: they are forgotten. */
export function createReceivedPosts(folder?: StateFolder, file = ''): ReceivedPosts {
  let posts = [...(folder?.readLines(file, receivedPost) ?? [])].slice(-mostPosts);
  return {
    add(post) {
      posts = [...posts.slice(1 - mostPosts), post];
      folder?.append(file, post);
    },
    list: () => posts.toReversed(),
  };
}
