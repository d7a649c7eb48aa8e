import { Link } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { Icon } from '~/ui/Icon'

const ways = [
  {
    to: paths.products,
    title: 'See the machines',
    text: 'Ten products with prices and specifications.',
  },
  {
    to: paths.contact,
    title: 'Talk to an engineer',
    text: "Describe the task. We'll recommend a machine, or tell you if none of ours fits.",
  },
]

/** The two ways on from the company to what it sells and to its people. */
export function Onward() {
  return (
    <nav aria-label="Where to go next" className="border-t">
      <ul className="shell grid *:not-last:border-b md:grid-cols-2 md:*:not-last:border-r md:*:not-last:border-b-0">
        {ways.map(({ to, title, text }) => (
          <li key={to} className="group">
            <Link to={to} className="flex h-full flex-col py-16 md:px-6 lg:px-8 lg:py-24">
              <span className="flex items-center justify-between gap-6 text-h1 font-semibold [font-stretch:125%]">
                {title}
                <Icon
                  name="arrow"
                  className="size-8 text-faint transition-transform duration-200 group-hover:translate-x-1 group-hover:text-signal"
                />
              </span>
              <span className="mt-4 max-w-[46ch] text-muted">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
