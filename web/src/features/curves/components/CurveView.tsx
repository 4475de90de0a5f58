import { MessageBar, MessageBarBody, Skeleton, SkeletonItem } from '@fluentui/react-components';
import type { IapInfoAnswer } from '@tapwise/contract';
import { useMemo, useState } from 'react';
import { countryName } from '../../../shared/format/country-names.ts';
import { currencySymbol } from '../../../shared/format/numbers.ts';
import { ChoicePicker, SearchPicker } from '../../../shared/scope/index.ts';
import { PageHeading } from '../../../shared/ui/PageHeading.tsx';
import { Message } from '../../reports/index.ts';
import { type CurveKind, curveMessages as words } from '../messages.ts';
import { countryRows, curveOf, dataOf, worldwideOf } from '../model/curve.ts';
import { CountryTable } from './CountryTable.tsx';
import { CurveChart } from './CurveChart.tsx';
import { CurveTable } from './CurveTable.tsx';
import { CurveTiles } from './CurveTiles.tsx';
import styles from './curves.module.css';

interface Props {
  kind: CurveKind;
  answer: IapInfoAnswer;
  /** `null` for the world. */
  country: string | null;
  onCountry: (country: string | null) => void;
  onProduct: (product: string) => void;
}

const world = 'world';

/** The curve of one country beside the worldwide one, what it rests on, and the same as a table. */
export function CurveView({ kind, answer, country, onCountry, onProduct }: Props) {
  const [asTable, setAsTable] = useState(false);
  const data = dataOf(answer, country);
  const chosen = data?.country ?? null;
  const points = useMemo(() => (data === null ? [] : curveOf(kind, data, worldwideOf(answer))), [kind, data, answer]);
  const rows = useMemo(() => countryRows(kind, answer), [kind, answer]);
  const sign = currencySymbol(answer.currency);
  const name = chosen === null ? words.worldwide : countryName(chosen);
  return (
    <>
      <div className={styles.head}>
        <div className={styles.words}>
          <PageHeading>{words[kind].title}</PageHeading>
          <p>
            {kind === 'cltv'
              ? words.cltv.about(answer.product_id, answer.horizon_months)
              : words.trial_conversion.about(answer.product_id)}
          </p>
        </div>
        <div className={styles.pickers}>
          {answer.products.length > 1 && (
            <ChoicePicker
              label="Product"
              choices={answer.products.map((product) => ({ value: product, text: product }))}
              chosen={answer.product_id}
              onChoose={onProduct}
            />
          )}
          <SearchPicker
            label="Country"
            choices={rows.map((row) => ({ value: row.country ?? world, text: nameOf(row.country) }))}
            chosen={chosen ?? world}
            onChoose={(value) => onCountry(value === world ? null : value)}
          />
        </div>
      </div>
      {answer.low_confidence && (
        <MessageBar intent="warning" className={styles.note}>
          <MessageBarBody>{words.lowConfidence}</MessageBarBody>
        </MessageBar>
      )}
      {data === null || points.length === 0 ? (
        <Message title={words[kind].none} />
      ) : (
        <>
          <CurveTiles kind={kind} answer={answer} data={data} sign={sign} />
          <div className={styles.columns}>
            {asTable ? (
              <CurveTable kind={kind} points={points} sign={sign} name={name} />
            ) : (
              <CurveChart kind={kind} answer={answer} points={points} sign={sign} name={name} />
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

function nameOf(country: string | null): string {
  return country === null ? words.worldwide : countryName(country);
}

/** The page before its numbers, in the geometry it will have. */
export function CurveSkeleton({ kind }: { kind: CurveKind }) {
  return (
    <div aria-busy="true">
      <div className={styles.head}>
        <div className={styles.words}>
          <PageHeading>{words[kind].title}</PageHeading>
          <p role="status">{words.loading}</p>
        </div>
      </div>
      <Skeleton aria-hidden="true">
        <SkeletonItem className={styles.skeletonTiles} />
        <div className={styles.columns}>
          <SkeletonItem className={styles.skeletonChart} />
        </div>
      </Skeleton>
    </div>
  );
}
