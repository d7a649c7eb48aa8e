import type { ReactNode } from 'react'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { Badge } from '~/ui/Badge'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { FilmDrawing, Questions, Sheets } from './drawings'
import { PlateDrawing } from './PlateDrawing'

const toHave = [
  'Model code and serial number, from the data plate',
  'Software version, from the pendant or the app',
  'What you saw just before the fault; photos help',
]

/** The six resources: four with links, sized by demand, and two announced ones. */
export function ResourceCards() {
  const shop = settings()
  return (
    <ul className="grid gap-px border bg-line lg:grid-cols-12">
      <Active
        to={paths.contact}
        title="Technical Support"
        way="Contact support"
        className="lg:col-span-5 lg:row-span-2"
      >
        <p className="mt-3 max-w-prose text-muted">
          Our engineers{shop.office.city && ` in ${shop.office.city}`} answer within 24 hours, Monday to
          Friday. To solve it faster, include:
        </p>
        <ol className="mt-6">
          {toHave.map((thing, index) => (
            <li key={thing} className="grid grid-cols-[2rem_1fr] border-t py-3 text-small last:border-b">
              <span className="label pt-px text-faint">{index + 1}</span>
              {thing}
            </li>
          ))}
        </ol>
        <div className="mt-10 max-w-md lg:max-w-none">
          <PlateDrawing />
        </div>
      </Active>
      <Active to={paths.contact} title="Documentation" way="Request documents" className="lg:col-span-7">
        <div className="grid gap-8 sm:grid-cols-[1fr_14rem]">
          <p className="mt-3 max-w-prose text-muted">
            Manuals and drawings for your machine. Send us its model code to get the set for your version. CAD
            files and data sheets are on the product pages.
          </p>
          <div className="max-w-56">
            <Sheets />
          </div>
        </div>
      </Active>
      <Active to={paths.contact} title="Video Tutorials" way="Request a video" className="lg:col-span-4">
        <p className="mt-3 mb-8 text-muted">
          First start, teaching a pick, changing a tool. Tell us the task and we'll send the video for your
          model.
        </p>
        <FilmDrawing />
      </Active>
      <Active to={paths.faq} title="FAQ" way="Read the answers" className="lg:col-span-3">
        <p className="mt-3 mb-8 text-muted">Orders, returns, warranty, support.</p>
        <Questions />
      </Active>
      <Coming title="Community Forum" when="Coming Q2 2025" className="lg:col-span-5">
        For owners and integrators, with answers from our engineers.
      </Coming>
      <Coming title="Downloads" when="Coming Q4 2025" className="lg:col-span-7">
        Firmware and drivers. Until then, request them through the contact form.
      </Coming>
    </ul>
  )
}

/** The whole card is a link; its heading is the link's name. */
function Active({
  to,
  title,
  way,
  className,
  children,
}: {
  to: string
  title: string
  /** The visible link text, hidden from screen readers. */
  way: string
  className: string
  children: ReactNode
}) {
  return (
    <li
      className={`group relative flex flex-col bg-ground p-6 transition-colors duration-200 hover:bg-raised has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-fg sm:p-8 ${className}`}
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

function Coming({
  title,
  when,
  className,
  children,
}: {
  title: string
  when: string
  className: string
  children: ReactNode
}) {
  return (
    <li className={`bg-plate p-6 sm:px-8 ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-lead leading-[1.4] tracking-normal text-muted">{title}</h2>
        <Badge>{when}</Badge>
      </div>
      <p className="mt-2 max-w-prose text-small text-muted">{children}</p>
    </li>
  )
}
