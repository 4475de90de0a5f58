/** Words of the switch that stops all automatic writes. */
export const stopMessages = {
  stop: 'Stop all',
  stopTitle: 'Stops rules, scheduled change sets and creations of the whole team; people can still edit',
  more: 'What to stop',
  team: 'Stop the whole team',
  teamDetail: 'Rules, scheduled change sets and creations of all applications',
  application: (name: string) => `Stop ${name} only`,
  applicationDetail: 'The other applications of the team go on',
  stopped: 'Stopped',
  stoppedWhat: { team: 'the whole team', application: (name: string) => name },
  stoppedTitle: (what: string, since: string) =>
    `Stop all has been holding back ${what} since ${since}: no rule, scheduled change set or creation writes. People can still edit.`,
  release: 'Release',
  releaseLabel: 'Release Stop all',
  releaseTitle: 'What was stopped goes on',
  releaseNeedsAdmin: 'Only an admin can release Stop all',
  done: (what: string) => `Stopped ${what}`,
  doneDetail: 'No rule, scheduled change set or creation writes until it is released. People can still edit.',
  released: 'Released: what was stopped goes on',
} as const;
