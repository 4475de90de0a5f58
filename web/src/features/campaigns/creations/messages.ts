import { formatCount } from '../../../shared/format/numbers.ts';

const entries = (count: number): string => (count === 1 ? '1 keyword' : `${formatCount(count)} keywords`);

/** Words about what is being created; the specification's sentences letter by letter. */
export const creationMessages = {
  jobs: 'Jobs',
  /** Behind their count. */
  jobsRunning: 'running',
  none: 'Nothing has been created yet',
  listFailed: 'The list could not be loaded',
  openTools: 'Open Campaign tools',
  recent: 'Recent creations',
  kinds: {
    skag: 'SKAG campaign',
    bulk: 'SKAG campaigns from a template',
    discovery: 'Discovery campaign',
    keywords: 'Keywords',
    filter: 'Search terms',
  },
  states: {
    queued: 'Waiting',
    running: 'Running',
    stopped: 'Stopped by Stop all',
    completed: 'Created',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  progress: (offset: number, total: number) => `${formatCount(offset)} of ${entries(total)}`,
  percent: (share: number) => `${Math.floor(share * 100)} %`,
  paused: 'created paused, starts when complete',
  running: 'running, keywords start one by one',
  queued: 'The workflow engine is away. Nothing is lost: this starts automatically when it is back.',
  stopped: 'Stopped by Stop all. It continues automatically when Stop all is released.',
  safe: 'Safe to close: the server goes on. Cancel stops after the current batch.',
  cancelledAt: (progress: string, ownCampaign: boolean) =>
    ownCampaign ? `Cancelled at ${progress}. The campaign stays paused.` : `Cancelled at ${progress}.`,
  elapsed: (span: string) => span,
  left: (span: string) => `about ${span} left`,
  repeated: (count: number) => (count === 1 ? '1 repeats another' : `${formatCount(count)} repeat others`),
  created: (count: number) => `${formatCount(count)} created`,
  skipped: (count: number) => `${formatCount(count)} already there`,
  refused: (count: number) =>
    count === 1 ? '1 keyword was refused by Apple' : `${formatCount(count)} keywords were refused by Apple`,
  cancel: 'Cancel',
  cancelling: 'Cancelling...',
  continue: 'Continue',
  deleteCampaign: 'Delete campaign',
  open: 'Open in Reports',
  details: 'Details',
  hideDetails: 'Hide details',
  loading: 'Loading...',
  noDetails: 'All keywords were accepted by Apple.',
  campaignDeleted: (name: string) => `${name} was deleted`,
  campaignCreated: 'Campaign successfully created',
  keywordsAdded: 'Keywords successfully added',
  failed: (name: string) => `${name} could not be completed`,
  show: 'Show',
} as const;
