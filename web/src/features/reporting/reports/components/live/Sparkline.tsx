import { memo } from 'react';
import { type Spark, sparkSize } from '../../model/live/sparkline.ts';
import styles from './sparkline.module.css';

interface Props {
  /** `null` while nothing is known; its room is kept. */
  spark: Spark | null;
  /** Hour of the day and figure at which today's line ends now. */
  dot: { hour: number; value: number } | null;
  tone: 'plain' | 'brand' | 'gain' | 'loss';
}

/** Today so far over yesterday, dashed. What is pushed moves the end dot alone. */
export function Sparkline({ spark, dot, tone }: Props) {
  const { width, height } = sparkSize;
  const at = spark === null || dot === null ? null : spark.pointAt(dot.hour, dot.value);
  const end = spark?.end ?? at;
  return (
    <svg
      className={styles.spark}
      data-spark
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {spark !== null && <Lines spark={spark} />}
      {at !== null && end !== null && (
        <>
          <line className={styles.today} x1={end.x} y1={end.y} x2={at.x} y2={at.y} />
          <circle className={styles.dot} cx={at.x} cy={at.y} r="2.25" />
        </>
      )}
    </svg>
  );
}

const Lines = memo(function Lines({ spark }: { spark: Spark }) {
  const { base } = spark;
  return (
    <>
      {base !== null && <line className={styles.base} x1="0" x2={sparkSize.width} y1={base} y2={base} />}
      {spark.fill !== '' && <path className={styles.fill} d={spark.fill} />}
      {spark.yesterday !== '' && <path className={styles.yesterday} d={spark.yesterday} />}
      {spark.today !== '' && <path className={styles.today} d={spark.today} />}
    </>
  );
});
