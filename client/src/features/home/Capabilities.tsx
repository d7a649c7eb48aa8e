import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { Icon } from '~/ui/Icon'

const capabilities = [
  {
    title: 'Picking and placing',
    text: 'Arms on a linear rail serve several metres of shelf, a packing line or a row of machine tools.',
    to: paths.product('1'),
  },
  {
    title: 'Fetching and carrying',
    text: 'Mobile robots map their surroundings and bring goods from the stockroom to where you need them.',
    to: paths.product('4'),
  },
  {
    title: 'Seeing and measuring',
    text: 'Cameras find parts, read labels and check shelves against plan.',
    to: paths.product('9'),
  },
  {
    title: 'Programming and integration',
    text: 'Teach by hand, write C++17 or ROS Noetic, and connect to your existing control.',
    to: paths.software,
  },
]

/** What a machine can be put to, a line each. */
export function Capabilities() {
  return (
    <ul className="border-b">
      {capabilities.map(({ title, text, to }) => (
        <li key={title} className="grid items-center gap-x-6 gap-y-3 border-t py-6 md:grid-cols-12 md:py-8">
          <h3 className="text-h2 md:col-span-5">{title}</h3>
          <p className="max-w-prose text-small text-muted md:col-span-5">{text}</p>
          <ButtonLink
            to={to}
            size="sm"
            variant="ghost"
            aria-label={`Learn More: ${title}`}
            className="-ml-4 justify-self-start md:col-span-2 md:-mr-4 md:ml-0 md:justify-self-end"
          >
            <span>
              Learn More<span className="sr-only">: {title}</span>
            </span>
            <Icon name="arrow" className="size-4" />
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
