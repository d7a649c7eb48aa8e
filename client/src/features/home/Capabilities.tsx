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

/** What a machine can be put to, a line each, which is a link as a whole. */
export function Capabilities() {
  return (
    <ul className="border-b">
      {capabilities.map(({ title, text, to }) => (
        <li
          key={title}
          className="relative grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-0.5 border-t py-2 transition-colors hover:bg-raised md:grid-cols-12"
        >
          <h3 className="md:col-span-4">{title}</h3>
          <p className="max-w-prose text-small text-muted max-md:order-1 max-md:col-span-2 md:col-span-6">
            {text}
          </p>
          <ButtonLink
            to={to}
            size="sm"
            variant="ghost"
            aria-label={`Learn More: ${title}`}
            className="justify-self-end after:absolute after:inset-0 md:col-span-2"
          >
            <span className="max-sm:sr-only">
              Learn More<span className="sr-only">: {title}</span>
            </span>
            <Icon name="arrow" className="size-4" />
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
