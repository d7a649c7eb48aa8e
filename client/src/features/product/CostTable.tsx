import { type Costs, formatWholeAmount, maxMonths, totalsAt } from './costs'

const times = [1, 3, ...Array.from({ length: maxMonths / 6 }, (_, index) => (index + 1) * 6)]

/** The chart's figures as a table, for screen readers and for copying. */
export function CostTable({ costs }: { costs: Costs }) {
  const of = (amount: number) => formatWholeAmount(amount, costs.rent.currency)
  return (
    <details className="border-t">
      <summary className="flex min-h-11 items-center text-small underline decoration-control underline-offset-4 hover:decoration-fg">
        Costs over time as a table
      </summary>
      <table className="w-full text-small">
        <caption className="sr-only">What renting and buying cost over time</caption>
        <thead className="label text-left text-faint">
          <tr>
            <th scope="col" className="py-2 font-normal">
              Months
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Rented
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Bought
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              Costs less
            </th>
          </tr>
        </thead>
        <tbody>
          {times.map((months) => {
            const { rented, bought } = totalsAt(costs, months)
            return (
              <tr key={months} className="border-t">
                <th scope="row" className="py-2 text-left font-mono font-normal figures">
                  {months}
                </th>
                <td className="py-2 text-right font-mono figures">{of(rented)}</td>
                <td className="py-2 text-right font-mono figures">{of(bought)}</td>
                <td className="py-2 text-right text-muted">
                  {rented === bought ? 'Both the same' : rented < bought ? 'Renting' : 'Buying'}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </details>
  )
}
