export { advanceFollower, followerDecider, followerNames, followerStream } from './follower.decider.ts';
