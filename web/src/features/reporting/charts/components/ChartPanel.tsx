import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { Table20Regular } from '@fluentui/react-icons/svg/table';
import { csvLine, type Granularity } from '@tapwise/contract';
import { useCallback, useRef, useState } from 'react';
import {
  ChartCanvas,
  type ChartHandle,
  type ChartLayout,
  ChartLegend,
  type ChartModel,
  type ChartTokens,
  type ChartView,
  lineOfSeries,
  lineOption,
  sayPoint,
  seriesOfLine,
} from '../../../../shared/chart/index.ts';
import { saveAddress, saveFile } from '../../../../shared/files/save-file.ts';
import { markMessages, chartMessages as words } from '../messages.ts';
import { summarize } from '../model/chart-summary.ts';
import { clusterMarks } from '../model/marks/change-marks.ts';
import { ChartValues, columnsOf, eventTexts } from './ChartValues.tsx';
import styles from './charts.module.css';
import { ChangeDrawer } from './marks/ChangeDrawer.tsx';
import { MarkRow, markRowHeight } from './marks/MarkLane.tsx';
import { MarkTools } from './marks/MarkTools.tsx';
import type { ChartMarks } from './marks/use-chart-marks.ts';
import type { MarkDrawer } from './marks/use-mark-drawer.ts';
import { useMarkedModel } from './marks/use-marked-model.ts';

interface Props {
  title: string;
  model: ChartModel;
  granularity: Granularity;
  marks: ChartMarks;
  drawer: MarkDrawer;
  /** File name without its ending. */
  fileName: string;
  hovered: string | null;
  onHover: (id: string | null) => void;
  running: string | null;
  /** Names the earlier period, when one is drawn. */
  before: string | null;
}

const nothing: ReadonlySet<string> = new Set();

/** The lines of the ticked rows with title, a sentence about them, marks, legend, and the same values as a table. */
export function ChartPanel(props: Props) {
  const { title, granularity, marks, drawer, fileName, hovered, onHover, running, before } = props;
  const { shown, onRead } = useHeld({ model: props.model, changes: marks.loaded?.changes });
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState(nothing);
  const { model, changes, places, objects } = useMarkedModel(shown.model, shown.changes, marks, granularity, hidden);
  const handle = useRef<ChartHandle | null>(null);
  const option = useCallback(
    (tokens: ChartTokens, view: ChartView) => lineOption(model, tokens, { ...view, hidden, markRowHeight }),
    [model, hidden],
  );
  const hover = useCallback(
    (seriesId: string | null) => onHover(seriesId === null ? null : lineOfSeries(seriesId)),
    [onHover],
  );
  const summary = summarize(model);

  function savePng(): void {
    const address = handle.current?.png() ?? null;
    if (address !== null) saveAddress(address, `${fileName}.png`);
  }
  function saveCsv(): void {
    saveFile(new Blob(csvOf(model).map(csvLine), { type: 'text/csv' }), `${fileName}.csv`);
  }

  const drawMarks = (layout: ChartLayout) => {
    const clusters = clusterMarks(places, layout.positions);
    return (
      <MarkRow
        clusters={clusters}
        layout={layout}
        titles={model.titles}
        opened={drawer.opened}
        onOpen={drawer.openAt}
      />
    );
  };

  return (
    <>
      <section className={styles.panel} aria-labelledby="chart-title">
        <div className={styles.panelHead}>
          <div className={styles.panelWords}>
            <h2 id="chart-title">{title}</h2>
            <p>{summary ?? words.tickRows}</p>
          </div>
          <MarkTools
            marks={marks}
            count={changes.length}
            open={drawer.open}
            onOpen={drawer.toggle}
            button={drawer.button}
          />
          <Button
            size="small"
            icon={<Table20Regular />}
            aria-pressed={asTable}
            disabledFocusable={model.lines.length === 0}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
          <DownloadMenu empty={model.lines.length === 0} onPng={asTable ? null : savePng} onCsv={saveCsv} />
        </div>
        {model.lines.length === 0 && <p className="center flex-1 muted m-0">{words.tickRows}</p>}
        {model.lines.length > 0 && asTable && <ChartValues title={title} model={model} />}
        {model.lines.length > 0 && !asTable && (
          <>
            <ChartCanvas
              label={summary === null ? title : `${title}. ${summary}`}
              option={option}
              positions={model.dates.length}
              say={(index) => sayPoint(model, index)}
              highlighted={hovered === null ? undefined : seriesOfLine(hovered)}
              onHover={hover}
              handle={handle}
              onRead={onRead}
              over={drawMarks}
            />
            <ChartLegend lines={model.lines} hidden={hidden} onHide={setHidden} running={running} before={before} />
          </>
        )}
      </section>
      {drawer.open && (
        <ChangeDrawer marks={marks} changes={changes} drawn={objects} opened={drawer.opened} onClose={drawer.close} />
      )}
    </>
  );
}

interface DownloadProps {
  empty: boolean;
  /** `null` while the values are shown as a table: then there is no picture. */
  onPng: (() => void) | null;
  onCsv: () => void;
}

function DownloadMenu({ empty, onPng, onCsv }: DownloadProps) {
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="subtle"
          icon={<ArrowDownload20Regular />}
          aria-label="Download"
          title="Download"
          disabledFocusable={empty}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {onPng !== null && <MenuItem onClick={onPng}>Picture (PNG)</MenuItem>}
          <MenuItem onClick={onCsv}>Values (CSV)</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** The values drawn, a line per date, with what was changed then. */
function csvOf(model: ChartModel) {
  const columns = columnsOf(model);
  const changed = eventTexts(model);
  const head = ['Date', ...columns.map(({ name }) => name), ...(changed === null ? [] : [markMessages.changed])];
  const rows = model.dates.map((date, index) => [
    date,
    ...columns.map(({ values }) => values[index] ?? null),
    ...(changed === null ? [] : [changed[index]?.join('; ') ?? '']),
  ]);
  return [head, ...rows];
}

/** While a chart is read, under the pointer or with keys, it does not move; what came meanwhile follows at the end. */
function useHeld<Panel extends { model: ChartModel }>(current: Panel) {
  const [held, setHeld] = useState<Panel | null>(null);
  // Other lines, other dates: that is a choice of the person, not a figure that moved.
  const moved = held !== null && shapeOf(held.model) !== shapeOf(current.model);
  if (moved) setHeld(current);
  return {
    shown: held === null || moved ? current : held,
    onRead: (reading: boolean) => setHeld((before) => (reading ? (before ?? current) : null)),
  };
}

function shapeOf({ dates, lines, beforeTitles }: ChartModel): string {
  return JSON.stringify([dates, lines.map(({ id, slot, unit }) => [id, slot, unit]), beforeTitles]);
}
