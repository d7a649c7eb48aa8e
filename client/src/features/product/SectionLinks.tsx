import { paths } from '~/lib/paths'
import { Link } from '~/ui/Link'

/** Links to the page's sections that have an ID, and to the comparison. */
export function SectionLinks({ id, specs, plans }: { id: string; specs: boolean; plans: boolean }) {
  const links: [text: string, to: string, shown?: boolean][] = [
    ['Specifications', '#specs', specs],
    ['Documents', '#documents'],
    ['Plans', '#plans', plans],
    ['Reviews', '#reviews'],
    ['Compare', paths.compare([id])],
  ]
  return (
    <nav aria-label="More about this product" className="flex flex-wrap gap-x-6 border-t pt-2">
      {links.map(
        ([text, to, shown = true]) =>
          shown && (
            <Link
              key={text}
              to={to}
              className="inline-flex min-h-11 items-center text-small text-muted underline decoration-control underline-offset-4 hover:text-fg"
            >
              {text}
            </Link>
          ),
      )}
    </nav>
  )
}
