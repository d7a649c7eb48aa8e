import { useId } from 'react'
import { FormMessage } from '~/ui/FormMessage'
import { type Fault, mostFaults } from './importFile'

const head =
  'label sticky top-0 whitespace-nowrap border-b border-control bg-plate py-2 pr-4 font-normal text-faint'

/** The errors of a file by line and column, or in JSON by product and field. */
export function Faults({ faults, json }: { faults: Fault[]; json: boolean }) {
  const id = useId()
  const count =
    faults.length < mostFaults
      ? `${faults.length} ${faults.length === 1 ? 'error' : 'errors'}`
      : `at least ${mostFaults} errors, of which these are the first`
  return (
    <div>
      <FormMessage failure={`Nothing was imported. The file has ${count}.`} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too. */}
      <section aria-labelledby={id} tabIndex={0} className="max-h-72 overflow-y-auto border-y">
        <table className="w-full border-separate border-spacing-0 text-left text-small">
          <caption id={id} className="sr-only">
            Errors in the file
          </caption>
          <thead>
            <tr>
              <th scope="col" className={head}>
                {json ? 'Item' : 'Line'}
              </th>
              <th scope="col" className={head}>
                {json ? 'Field' : 'Column'}
              </th>
              <th scope="col" className={head}>
                Error
              </th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ line, column, message }) => (
              <tr key={`${line} ${column} ${message}`} className="align-baseline">
                <td className="label border-b py-2 pr-4">{line}</td>
                <td className="label border-b py-2 pr-4 text-muted">{column || 'All'}</td>
                <td className="border-b py-2 wrap-anywhere">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
