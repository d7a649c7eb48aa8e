import type { ReactNode } from 'react'
import { itemsOf, type PageText, sectionOf, type TextSection } from '~/features/texts/sections'
import { paths } from '~/lib/paths'
import { Badge } from '~/ui/Badge'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { RichText } from '~/ui/RichText'
import { FilmDrawing, Questions, Sheets } from './drawings'
import { PlateDrawing } from './PlateDrawing'

const toHave = { 1: true, 2: true, 3: true }

/**
 * The six resources: four with links, sized by demand, and two announced ones. If one is missing, the others fill the
 * rows.
 */
export function ResourceCards({ text }: { text: PageText }) {
  const [support, documentation, videos] = [
    sectionOf(text, 'support'),
    sectionOf(text, 'documentation'),
    sectionOf(text, 'videos'),
  ]
  const [faq, forum, downloads] = [
    sectionOf(text, 'faq'),
    sectionOf(text, 'forum'),
    sectionOf(text, 'downloads'),
  ]
  const all = [support, documentation, videos, faq, forum, downloads].every(({ title }) => title)
  const plate = support.items.find(({ key, title }) => key === 'plate' && title)
  return (
    <ul className={`gap-px border bg-line empty:hidden ${all ? 'grid lg:grid-cols-12' : 'flex flex-wrap'}`}>
      <Active part={support} to={paths.contact} way="Contact support" className="lg:col-span-5 lg:row-span-2">
        <RichText html={support.html} className="mt-3 max-w-prose text-muted" />
        <ol className="mt-6">
          {itemsOf(support, toHave).map(({ id, title }, index) => (
            <li key={id} className="grid grid-cols-[2rem_1fr] border-t py-3 text-small last:border-b">
              <span className="label pt-px text-faint">{index + 1}</span>
              {title}
            </li>
          ))}
        </ol>
        {plate && (
          <div className="mt-10 max-w-md lg:max-w-none">
            <PlateDrawing model={plate.title} lines={plate.text.split('\n')} />
          </div>
        )}
      </Active>
      <Active part={documentation} to={paths.contact} way="Request documents" className="lg:col-span-7">
        <div className="grid gap-8 sm:grid-cols-[1fr_14rem]">
          <RichText html={documentation.html} className="mt-3 max-w-prose text-muted" />
          <div className="max-w-56">
            <Sheets />
          </div>
        </div>
      </Active>
      <Active part={videos} to={paths.contact} way="Request a video" className="lg:col-span-4">
        <RichText html={videos.html} className="mt-3 mb-8 text-muted" />
        <FilmDrawing />
      </Active>
      <Active part={faq} to={paths.faq} way="Read the answers" className="lg:col-span-3">
        <RichText html={faq.html} className="mt-3 mb-8 text-muted" />
        <Questions />
      </Active>
      <Coming part={forum} className="lg:col-span-5" />
      <Coming part={downloads} className="lg:col-span-7" />
    </ul>
  )
}

/** The whole card is a link; its heading is the link's name. */
function Active({
  part: { title },
  to,
  way,
  className,
  children,
}: {
  part: TextSection
  to: string
  /** The visible link text, hidden from screen readers. */
  way: string
  className: string
  children: ReactNode
}) {
  if (!title) return null
  return (
    <li
      className={`group relative flex flex-1 basis-96 flex-col bg-ground p-6 transition-colors duration-200 hover:bg-raised has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-fg sm:p-8 ${className}`}
    >
      <h2 className="text-lead leading-[1.4] tracking-normal">
        <Link to={to} className="outline-none after:absolute after:inset-0">
          {title}
        </Link>
      </h2>
      <div className="flex-1">{children}</div>
      <p aria-hidden="true" className="mt-8 flex items-center gap-3 text-small font-semibold">
        {way}
        <Icon
          name="arrow"
          className="size-4 transition-transform duration-200 group-hover:translate-x-1 motion-reduce:transform-none"
        />
      </p>
    </li>
  )
}

/** What is announced; the label says for when. */
function Coming({ part: { label, title, html }, className }: { part: TextSection; className: string }) {
  if (!title) return null
  return (
    <li className={`flex-1 basis-96 bg-plate p-6 sm:px-8 ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-lead leading-[1.4] tracking-normal text-muted">{title}</h2>
        {label && <Badge>{label}</Badge>}
      </div>
      <RichText html={html} className="mt-2 max-w-prose text-small text-muted" />
    </li>
  )
}
