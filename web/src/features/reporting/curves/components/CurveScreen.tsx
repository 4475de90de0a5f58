import { Button } from '@fluentui/react-components';
import type { Application } from '@tapwise/contract';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTitle } from '../../../../shared/page/browser-state.ts';
import { PastGate } from '../../../../shared/past-view/components/PastGate.tsx';
import { PastNotice } from '../../../../shared/past-view/components/PastNotice.tsx';
import frame from '../../../../shared/past-view/components/past-view.module.css';
import { usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { pastScopeOf } from '../../../../shared/past-view/past-scope.ts';
import { Message, ReportError } from '../../../../shared/report/index.ts';
import { ApiError } from '../../../../shared/server/http/api-error.ts';
import { useAccount } from '../../../account/session/index.ts';
import { NotSetUp } from '../../store-reports/index.ts';
import { useProductCurves } from '../api/curve-api.ts';
import { type CurveKind, curveMessages as words } from '../messages.ts';
import { dataOf } from '../model/curve.ts';
import { CurveHead } from './CurveHead.tsx';
import { CurveHeader } from './CurveHeader.tsx';
import { CurveSkeleton, CurveView } from './CurveView.tsx';
import styles from './curves.module.css';

/** One product's trial conversion by hour, or its lifetime value by charge. */
export function CurveScreen({ kind }: { kind: CurveKind }) {
  useTitle(words[kind].title);
  return (
    <Suspense
      fallback={
        <p role="status" className="visually-hidden">
          {words.loading}
        </p>
      }
    >
      <SignedInCurve kind={kind} />
    </Suspense>
  );
}

function SignedInCurve({ kind }: { kind: CurveKind }) {
  const { applications } = useAccount();
  const [params, setParams] = useSearchParams();
  const requested = Number(params.get('application_id'));
  const application = applications.find(({ id }) => id === requested) ?? applications[0] ?? null;
  const product = params.get('product_id');
  const past = pastScopeOf(application);
  const isPast = usePastInstant() !== null;
  const query = useProductCurves(application?.id ?? null, product);
  const response = query.data ?? null;
  const data = response === null ? null : dataOf(response, params.get('country'));
  const loading = query.isPending && application !== null;
  // A product without sales, or an application that sold nothing yet, is not there: nothing has failed.
  const absent = query.error instanceof ApiError && query.error.code === 'not_found';
  const choose = (name: string, value: string | null) => {
    const next = new URLSearchParams(params);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  return (
    <div className={isPast ? `${styles.page} ${frame.frame}` : styles.page}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <CurveHeader
        kind={kind}
        application={application}
        product={response?.product_id ?? product}
        search={params.toString()}
        past={past}
      />
      <PastNotice timeZone={past.timeZone} />
      <main id="content" className={styles.main} tabIndex={-1} aria-busy={loading}>
        <CurveHead
          kind={kind}
          response={response}
          loading={loading}
          country={data?.country ?? null}
          onCountry={(country) => choose('country', country)}
          onProduct={(next) => choose('product_id', next)}
        />
        <PastGate {...past}>
          {query.isError && !absent && (
            <div className={styles.fault}>
              <ReportError
                error={query.error}
                answeredAt={response === null ? 0 : query.dataUpdatedAt}
                onRetry={() => void query.refetch()}
              />
            </div>
          )}
          {loading && <CurveSkeleton />}
          {response !== null ? (
            <CurveView
              kind={kind}
              response={response}
              data={data}
              onCountry={(country) => choose('country', country)}
            />
          ) : (
            (absent || application === null) && (
              <NoCurve application={application} product={product} onFirst={() => choose('product_id', null)} />
            )
          )}
        </PastGate>
      </main>
    </div>
  );
}

interface NoCurveProps {
  application: Application | null;
  /** The product the address names. */
  product: string | null;
  onFirst: () => void;
}

/** Shown in the place of a curve: what is missing, and what can be done about it. */
function NoCurve({ application, product, onFirst }: NoCurveProps) {
  if (application === null || application.asc_integration === 'not_integrated') {
    return <NotSetUp application={application} />;
  }
  if (product === null) return <Message title={words.noProducts} text={words.noProductsText} />;
  return <Message title={words.unknownProduct} actions={<Button onClick={onFirst}>{words.firstProduct}</Button>} />;
}
