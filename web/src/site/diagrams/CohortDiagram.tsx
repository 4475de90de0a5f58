import { Drawing } from './Drawing.tsx';

/** Income by month of payment, of three months of installs, in thousands. */
const cohorts = [
  { month: 'Jan', paid: [4, 3, 2.4, 2] },
  { month: 'Feb', paid: [0, 5, 3.8, 3] },
  { month: 'Mar', paid: [0, 0, 6, 4.6] },
];
const months = ['Jan', 'Feb', 'Mar', 'Apr'];
const cell = 110;
const rowHeight = 40;
const left = 120;

/** The same payments twice: summed down they are the income of a month, summed across what a month's installs brought. */
export function CohortDiagram() {
  const totals = months.map((_, index) => cohorts.reduce((sum, { paid }) => sum + (paid[index] ?? 0), 0));
  return (
    <Drawing
      description="A table of payments: rows are months of install, columns months of payment. Column sums are income, row sums cohort income."
      caption="Down a column: income of that month. Across a row: income of that month's installs, which still grows."
      width={left + months.length * cell + 90}
      height={(cohorts.length + 2) * rowHeight}
    >
      {months.map((month, index) => (
        <text key={month} data-strong x={left + index * cell + 36} y={24}>
          paid {month}
        </text>
      ))}
      <text data-strong x={left + months.length * cell + 10} y={24}>
        cohort
      </text>
      {cohorts.map(({ month, paid }, row) => (
        <g key={month}>
          <text data-strong x={0} y={(row + 1) * rowHeight + 24}>
            installed {month}
          </text>
          {paid.map((amount, index) => (
            <g key={months[index]}>
              <rect
                data-faint
                x={left + index * cell}
                y={(row + 1) * rowHeight + 4}
                width={amount * 16}
                height={28}
                rx={3}
              />
              <text x={left + index * cell + 8} y={(row + 1) * rowHeight + 23}>
                {amount === 0 ? '' : `${amount}k`}
              </text>
            </g>
          ))}
          <text data-strong x={left + months.length * cell + 10} y={(row + 1) * rowHeight + 24}>
            {paid.reduce((sum, amount) => sum + amount, 0).toFixed(1)}k
          </text>
        </g>
      ))}
      <text data-strong x={0} y={(cohorts.length + 1) * rowHeight + 24}>
        income
      </text>
      {totals.map((total, index) => (
        <text key={months[index]} data-strong x={left + index * cell + 8} y={(cohorts.length + 1) * rowHeight + 24}>
          {total.toFixed(1)}k
        </text>
      ))}
    </Drawing>
  );
}
