import type { ChangeKind } from '@tapwise/contract';
import {
  type CompareChoice,
  type RangeChoice,
  readCompare,
  readId,
  readRange,
  writeRange,
} from '../../../../shared/report/index.ts';
import { type AccountScope, readAccountScope, writeAccountScope } from '../../../../shared/scope/index.ts';
import { markMessages, type ReportType, reportTypes } from '../messages.ts';
import { defaultMetric } from './chart-metrics.ts';
import { defaultMarks, type MarkChoice } from './marks/change-marks.ts';

/** What Update sends. */
export interface ChartChoice {
  account: AccountScope;
  type: ReportType;
  campaignId: number | null;
  adGroupId: number | null;
  range: RangeChoice;
  /** The earlier period drawn dashed beside the chosen one. */
  compare: CompareChoice;
}

/** How what was loaded is looked at; nothing of it asks the server again. */
export interface ChartView {
  /** Lines are elements of one metric, or metrics of one element. */
  mode: 'elements' | 'properties';
  metric: string;
  /** The element whose properties are drawn; `null` for the first. */
  element: string | null;
  /** Ids of the rows drawn; `null` for those a chart begins with. */
  drawn: string[] | null;
  /** Which changes are marked. */
  marks: MarkChoice;
  /** Pixels of the table beside the chart; `null` for the usual ones. */
  tableWidth: number | null;
}

/** Everything the address of Charts says. */
export interface ChartUrl {
  choice: ChartChoice;
  /** A report was chosen and sent: the address names its type. */
  loaded: boolean;
  view: ChartView;
}

export const defaultChartView: ChartView = {
  mode: 'elements',
  metric: defaultMetric,
  element: null,
  drawn: null,
  marks: defaultMarks,
  tableWidth: null,
};
const defaultRange: RangeChoice = { preset: 'last30' };
/** More lines than this are not read from an address. */
const mostDrawn = 200;
/** Tables of another width are not read from an address. */
const tableWidths = { least: 300, most: 4000 };

/** Reads an address; what it does not understand it takes as not said. */
export function parseChartUrl(params: URLSearchParams): ChartUrl {
  const type = Object.keys(reportTypes).find((name): name is ReportType => name === params.get('report'));
  const drawn = params.get('drawn');
  const campaignId = readId(params, 'campaign_id');
  return {
    choice: {
      account: readAccountScope(params),
      type: type ?? 'campaigns',
      campaignId,
      adGroupId: campaignId === null ? null : readId(params, 'ad_group_id'),
      range: readRange(params, defaultRange),
      compare: readCompare(params),
    },
    loaded: type !== undefined,
    view: {
      mode: params.get('mode') === 'properties' ? 'properties' : 'elements',
      metric: params.get('metric') ?? defaultMetric,
      element: params.get('element'),
      drawn:
        drawn === null
          ? null
          : drawn
              .split(',')
              .filter((id) => /^[\w-]+$/.test(id))
              .slice(0, mostDrawn),
      marks: readMarks(params),
      tableWidth: readWidth(params.get('width')),
    },
  };
}

function readMarks(params: URLSearchParams): MarkChoice {
  const marksParam = params.get('marks');
  const isField = (name: string): name is ChangeKind => Object.hasOwn(markMessages.fields, name);
  const fields = marksParam === null ? null : marksParam.split(',').filter(isField);
  // Words that are no settings say nothing; that no setting is marked is a word of its own.
  return {
    fields: fields?.length === 0 && marksParam !== 'none' ? null : fields,
    inside: params.get('inside') === 'true',
  };
}

function readWidth(text: string | null): number | null {
  const width = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 0;
  return width < tableWidths.least || width > tableWidths.most ? null : width;
}

/** Writes an address; what a chart begins with anyway is left out. */
export function serializeChartUrl({ choice, loaded, view }: ChartUrl): URLSearchParams {
  const params = new URLSearchParams();
  if (loaded) params.set('report', choice.type);
  writeAccountScope(params, choice.account);
  writeRange(params, choice.range);
  if (choice.compare !== 'none') params.set('compare', choice.compare);
  if (choice.campaignId !== null) params.set('campaign_id', String(choice.campaignId));
  if (choice.adGroupId !== null) params.set('ad_group_id', String(choice.adGroupId));
  if (view.mode === 'properties') params.set('mode', 'properties');
  if (view.metric !== defaultMetric) params.set('metric', view.metric);
  if (view.element !== null) params.set('element', view.element);
  if (view.drawn !== null) params.set('drawn', view.drawn.join(','));
  const { fields, inside } = view.marks;
  if (fields !== null) params.set('marks', fields.length === 0 ? 'none' : fields.join(','));
  if (inside) params.set('inside', 'true');
  if (view.tableWidth !== null) params.set('width', String(view.tableWidth));
  return params;
}

export function sameChoice(first: ChartChoice, second: ChartChoice): boolean {
  const text = (choice: ChartChoice) => serializeChartUrl({ choice, loaded: true, view: defaultChartView }).toString();
  return text(first) === text(second);
}

/** Why a choice cannot be sent; `null` when it can. */
export function choiceRefusal(choice: ChartChoice): string | null {
  if (choice.account.application === null || choice.account.organization === null) {
    return 'Select Application and Organization first';
  }
  if (choice.type !== 'campaigns' && choice.campaignId === null) return 'Choose a campaign first';
  return choice.type === 'keywords' && choice.adGroupId === null ? 'Choose an ad group first' : null;
}
