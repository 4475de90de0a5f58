import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTitle } from '../../../shared/ui/browser-state.ts';
import { Message, ReportError } from '../../reports/index.ts';
import { useAccount } from '../../session/index.ts';
import { useProductCurves } from '../api/curve-api.ts';
import { type CurveKind, curveMessages as words } from '../messages.ts';
import { CurveHeader } from './CurveHeader.tsx';
import { CurveSkeleton, CurveView } from './CurveView.tsx';
import styles from './curves.module.css';

/** One product's trial conversion by hour, or its lifetime value by charge. */
export function CurveScreen({ kind }: { kind: CurveKind }) {
  useTitle(words[kind].title);
  return (
    <Suspense fallback={<p role="status">{words.loading}</p>}>
      <SignedInCurve kind={kind} />
    </Suspense>
  );
}

function SignedInCurve({ kind }: { kind: CurveKind }) {
  const { applications } = useAccount();
  const [params, setParams] = useSearchParams();
  const wished = Number(params.get('application_id'));
  const application = applications.find(({ id }) => id === wished) ?? applications[0] ?? null;
  const query = useProductCurves(application?.id ?? null, params.get('product_id'));
  const answer = query.data;
  const choose = (name: string, value: string | null) => {
    const next = new URLSearchParams(params);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  return (
    <div className={styles.page}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <CurveHeader
        kind={kind}
        application={application}
        product={answer?.product_id ?? params.get('product_id')}
        search={params.toString()}
      />
      <main id="content" className={styles.main} tabIndex={-1}>
        {query.isError && <ReportError error={query.error} answeredAt={0} onRetry={() => void query.refetch()} />}
        {application === null && <Message title={words.noProducts} />}
        {query.isPending && application !== null && <CurveSkeleton kind={kind} />}
        {answer !== undefined &&
          (answer.products.length === 0 ? (
            <Message title={words.noProducts} />
          ) : (
            <CurveView
              kind={kind}
              answer={answer}
              country={params.get('country')}
              onCountry={(country) => choose('country', country)}
              onProduct={(product) => choose('product_id', product)}
            />
          ))}
      </main>
    </div>
  );
}
