import type { ChangeResponse, ChangeResult } from '@tapwise/contract';
import { isoCurrency, type LabelChangeData, labelRowStates, labelsStream, verdictOf } from '@tapwise/domain';
import type { SettingsContext } from '../settings-context.ts';

/** A change of labels as the log has it. */
export interface RecordedLabelChange {
  readonly data: LabelChangeData;
  /** The newest change that takes rows of it back. */
  readonly undoneBy: string | null;
  readonly position: bigint;
}

/** A change of labels in the application; `undefined` when it has none with this id. */
export async function readLabelChange(
  { deps, labels }: Pick<SettingsContext, 'deps' | 'labels'>,
  applicationId: number,
  changeId: string,
): Promise<RecordedLabelChange | undefined> {
  const stream = labelsStream(applicationId);
  const { state } = await labels.current(stream);
  const recordedChange = state.changes.get(changeId);
  if (recordedChange === undefined) return undefined;
  const options = { fromRevision: BigInt(recordedChange.revision), maxCount: 1 };
  const [recorded] = await deps.log.readStream(stream, options);
  if (recorded?.event.type !== 'LabelObjectsChanged') throw new Error(`${changeId} is not where its stream has it`);
  return { data: recorded.event.data, undoneBy: recordedChange.undoneBy, position: recorded.position };
}

/** The currency of a change in the form of answers; `null` where objects of several organizations meet. */
export const currencyOf = ({ settings_currency: currency }: Pick<LabelChangeData, 'settings_currency'>) =>
  currency === null ? null : isoCurrency(currency);

/** The rows of a change of labels in the form of the contract. */
export const labelResults = (data: Pick<LabelChangeData, 'name' | 'rows'>): ChangeResult[] =>
  labelRowStates(data).map(({ conflict: _, ...row }) => row);

/** The answer to the call that made a change, and its HTTP status. */
export function labelChangeResponse(data: LabelChangeData): { http: number; response: ChangeResponse } {
  const results = labelResults(data);
  const { http, ...verdict } = verdictOf(results);
  return { http, response: { ...verdict, change_id: data.change_id, settings_currency: currencyOf(data), results } };
}
