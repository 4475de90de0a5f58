export { advanceFollower, followerDecider, followerStream } from './follower.decider.ts';
export type { FollowerEvent } from './follower.events.ts';
