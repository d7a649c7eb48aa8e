import { withUnits } from '~/lib/units'
import type { Spec } from './SpecPlate'

/** A group of specifications as labels and values. */
export function SpecTable({ caption, items }: { caption: string; items: Spec[] }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="label pb-3 text-left text-faint uppercase">{caption}</caption>
      <tbody>
        {items.map(({ label, value }) => (
          <tr key={label} className="border-t align-baseline">
            <th scope="row" className="w-2/5 py-3 pr-6 text-small font-normal text-muted">
              {label}
            </th>
            <td className="py-3 font-mono text-small figures">
              {typeof value === 'string' ? withUnits(value) : value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
