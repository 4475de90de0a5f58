import { MessageBar, MessageBarBody, Skeleton, SkeletonItem } from '@fluentui/react-components';
import type { CountryLtvData, IapInfoResponse } from '@tapwise/contract';
import { useMemo, useState } from 'react';
import { countryName } from '../../../../shared/format/country-names.ts';
import { currencySymbol } from '../../../../shared/format/numbers.ts';
import { Message } from '../../../../shared/report/index.ts';
import { type CurveKind, curveMessages as words } from '../messages.ts';
import { countryRows, curveOf, worldwideOf } from '../model/curve.ts';
import { CountryTable } from './CountryTable.tsx';
import { CurveChart } from './CurveChart.tsx';
import { CurveTable } from './CurveTable.tsx';
import { CurveTiles } from './CurveTiles.tsx';
import styles from './curves.module.css';

interface Props {
  kind: CurveKind;
  response: IapInfoResponse;
  /** What the model says of the country drawn, or of the world. */
  data: CountryLtvData | null;
  onCountry: (country: string | null) => void;
}

/** The curve of one country beside the worldwide one, what it rests on, and the same as a table. */
export function CurveView({ kind, response, data, onCountry }: Props) {
  const [asTable, setAsTable] = useState(false);
  const chosen = data?.country ?? null;
  const points = useMemo(
    () => (data === null ? [] : curveOf(kind, data, worldwideOf(response))),
    [kind, data, response],
  );
  const rows = useMemo(() => countryRows(kind, response), [kind, response]);
  const sign = currencySymbol(response.currency);
  const name = chosen === null ? words.worldwide : countryName(chosen);
  return (
    <>
      {response.low_confidence && (
        <MessageBar intent="warning" className={styles.note}>
          <MessageBarBody>{words.lowConfidence}</MessageBarBody>
        </MessageBar>
      )}
      {data === null || points.length === 0 ? (
        <Message title={words[kind].none} />
      ) : (
        <>
          <CurveTiles kind={kind} response={response} data={data} sign={sign} />
          <div className={styles.columns}>
            {asTable ? (
              <CurveTable kind={kind} points={points} sign={sign} name={name} />
            ) : (
              <CurveChart kind={kind} response={response} points={points} sign={sign} name={name} />
            )}
            <CountryTable
              kind={kind}
              rows={rows}
              chosen={chosen}
              sign={sign}
              onCountry={onCountry}
              asTable={asTable}
              onAsTable={setAsTable}
            />
          </div>
        </>
      )}
    </>
  );
}

const skeletonTiles = [1, 2, 3, 4, 5];

/** The figures before they are there, in the geometry they will have. */
export function CurveSkeleton() {
  return (
    <Skeleton aria-hidden="true" className={styles.skeleton}>
      <div className={styles.tiles}>
        {skeletonTiles.map((tile) => (
          <div key={tile} className={styles.tile}>
            <SkeletonItem className={styles.tileBone} />
          </div>
        ))}
      </div>
      <div className={styles.columns}>
        <div className={styles.card}>
          <SkeletonItem className={styles.fullBone} />
        </div>
        <SkeletonItem className={styles.listBone} />
      </div>
    </Skeleton>
  );
}
