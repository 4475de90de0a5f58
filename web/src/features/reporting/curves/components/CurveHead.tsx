import { Skeleton, SkeletonItem } from '@fluentui/react-components';
import type { IapInfoResponse } from '@tapwise/contract';
import { countryName } from '../../../../shared/format/country-names.ts';
import { PageHeading } from '../../../../shared/page/PageHeading.tsx';
import { ChoicePicker, SearchPicker } from '../../../../shared/scope/index.ts';
import scope from '../../../../shared/scope/scope.module.css';
import { type CurveKind, curveMessages as words } from '../messages.ts';
import { countryRows } from '../model/curve.ts';
import styles from './curves.module.css';

interface Props {
  kind: CurveKind;
  /** `null` while it is on its way, or when there is none. */
  response: IapInfoResponse | null;
  loading: boolean;
  /** The country drawn; `null` for the world. */
  country: string | null;
  onCountry: (country: string | null) => void;
  onProduct: (product: string) => void;
}

const world = 'world';

/** What the page shows in a sentence, and what it can show instead; it is there in every state of the page. */
export function CurveHead({ kind, response, loading, country, onCountry, onProduct }: Props) {
  return (
    <div className="flex wrap between gap-12 items-start">
      <div className={styles.words}>
        <PageHeading>{words[kind].title}</PageHeading>
        {loading && <p role="status">{words.loading}</p>}
        {response !== null && (
          <p>
            {kind === 'cltv'
              ? words.cltv.about(response.product_id, response.horizon_months)
              : words.trial_conversion.about(response.product_id)}
          </p>
        )}
      </div>
      {loading && (
        <Skeleton aria-hidden="true">
          <SkeletonItem className={styles.skeletonPickers} />
        </Skeleton>
      )}
      {response !== null && (
        <div className={scope.joined}>
          {response.products.length > 1 && (
            <ChoicePicker
              label="Product"
              choices={response.products.map((product) => ({ value: product, text: product }))}
              chosen={response.product_id}
              onChoose={onProduct}
            />
          )}
          <SearchPicker
            label="Country"
            choices={countryRows(kind, response).map((row) => ({
              value: row.country ?? world,
              text: nameOf(row.country),
            }))}
            chosen={country ?? world}
            onChoose={(value) => onCountry(value === world ? null : value)}
          />
        </div>
      )}
    </div>
  );
}

function nameOf(country: string | null): string {
  return country === null ? words.worldwide : countryName(country);
}
