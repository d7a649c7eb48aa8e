import { Status } from '~/ui/Badge'

const parts = [
  {
    part: 'ROS Noetic driver',
    what: 'Trajectories, state and tool of the machine',
    with: 'every arm and mobile robot',
  },
  { part: 'C++17 library', what: 'The same control without ROS', with: 'every arm and mobile robot' },
  { part: 'GraphQL and REST', what: 'Catalogue, cart, orders and pre-orders', with: 'this shop' },
  { part: 'Visual IDE', what: 'Jobs as blocks and as text', with: null },
  { part: 'Mobile app', what: 'Machines and orders on your phone', with: null },
]

/** What exists and what does not: nobody should buy a machine for software that is only announced. */
export function State() {
  return (
    <ul className="border-b">
      {parts.map(({ part, what, with: withWhat }) => (
        <li key={part} className="grid items-center gap-x-6 gap-y-3 border-t py-4 md:grid-cols-12">
          <h3 className="text-body md:col-span-3">{part}</h3>
          <p className="text-small text-muted md:col-span-4">{what}</p>
          <p className="flex flex-wrap gap-x-4 md:col-span-5 md:justify-self-end">
            {withWhat ? <Status tone="ok">Available</Status> : <Status>Coming Soon</Status>}
            {withWhat && <span className="label text-faint">with {withWhat}</span>}
          </p>
        </li>
      ))}
    </ul>
  )
}
