export { advanceFollower, followerDecider, followerStream } from './follower.decider.ts';
