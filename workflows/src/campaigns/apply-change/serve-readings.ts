import { handleCommand, type SearchAdsClient, SearchAdsError } from '@tapwise/adapters';
import {
  completeReading,
  objectOfKey,
  type RemoteReading,
  type SettingsQuestion,
  settingsReadingDecider,
  settingsReadingPrefix,
  settingsReadingStream,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import { runBounded } from '../../streams/run-bounded.ts';
import { type QuestionOptions, serveQuestions } from '../../streams/serve-questions.ts';
import { readRemoteValues } from './remote-values.ts';

export interface ReadingOptions extends QuestionOptions {
  /** `undefined` while the provider's API user is not configured. */
  readonly searchAds: Pick<SearchAdsClient, 'writer'> | undefined;
}

/** Nobody waits any more for an answer to an older question. */
const oldestMs = 30_000;
const campaignsAtOnce = 4;

/** Reads settings from the ad service for those who are about to see what a change would come to, until the signal aborts. */
export const serveReadings = (options: ReadingOptions): Promise<void> =>
  serveQuestions(options, [settingsReadingPrefix], (event) => {
    if (event.type !== 'SettingsReadingRequested') return undefined;
    if (Date.now() - Date.parse(event.data.requested_at) > oldestMs) return undefined;
    return serveQuestion(options, event.data);
  });

async function serveQuestion(options: ReadingOptions, question: SettingsQuestion): Promise<void> {
  const { reading_id } = question;
  const read = await readSettings(options, question);
  const at = new Date().toISOString();
  const event =
    typeof read === 'string'
      ? { type: 'SettingsReadingFailed' as const, data: { reading_id, message: read, failed_at: at } }
      : {
          type: 'SettingsRead' as const,
          data: { reading_id, found: read.map((value) => value ?? null), read_at: at },
        };
  await handleCommand(options.log, {
    stream: settingsReadingStream(reading_id),
    decider: settingsReadingDecider,
    cause: `read ${reading_id}`,
    context: workflowActor('read-settings'),
    decide: (state) => completeReading(state, event),
  });
}

/** @returns what was found of each setting, or why it cannot be read. */
async function readSettings(
  { searchAds, signal }: ReadingOptions,
  { org_id, currency, settings }: SettingsQuestion,
): Promise<readonly RemoteReading[] | string> {
  if (searchAds === undefined) return 'The API user of Apple Ads is not configured';
  const scope = { orgId: org_id, currency, priority: 'person' as const, signal };
  const indexes = new Map<number, number[]>();
  for (const [index, { key }] of settings.entries()) {
    const { campaignId } = objectOfKey(key);
    indexes.set(campaignId, [...(indexes.get(campaignId) ?? []), index]);
  }
  const readings: RemoteReading[] = settings.map(() => undefined);
  try {
    await runBounded([...indexes], campaignsAtOnce, async ([campaignId, of]) => {
      const remote = await readRemoteValues(
        searchAds.writer,
        scope,
        campaignId,
        of.flatMap((index) => settings[index] ?? []),
      );
      for (const index of of) {
        const setting = settings[index];
        readings[index] = setting && remote.of(setting);
      }
    });
  } catch (error) {
    if (!(error instanceof SearchAdsError)) throw error;
    return error.problems[0]?.message ?? error.message;
  }
  return readings;
}
