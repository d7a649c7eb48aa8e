import type { ReactNode } from 'react'
import { itemsOf, type TextSection } from '~/features/texts/sections'
import { paths } from '~/lib/paths'
import { Badge } from '~/ui/Badge'
import { ButtonLink } from '~/ui/Button'
import { CornerTicks } from '~/ui/Layout'
import { Picture } from '~/ui/Picture'
import { offers } from './offers'

const aisle = {
  url: '/images/aisle-1600.jpg',
  alt: 'A mobile assistant puts a bottle on a shelf in the aisle of a shop, the evening in its window',
  width: 1600,
  height: 686,
  widths: [320, 640, 960, 1280, 1600],
}

/** The two offers: machines for sale, and the announced software. */
export function Solutions({ part }: { part: TextSection }) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <div className="bg-ground max-lg:aspect-2/1 lg:relative lg:row-span-2">
        <Picture
          media={aisle}
          sizes="(min-width: 64rem) 80vw, 117vw"
          className="size-full object-cover lg:absolute lg:inset-0"
        />
      </div>
      {itemsOf(part, solutions).map(({ id, title, text, own }) => (
        <Solution key={id} title={title} text={text} {...own} />
      ))}
    </div>
  )
}

// A terminal, a block editor and a telephone on the grid of the offers' drawings.
const windows = [
  'M10 8h76v56H10ZM10 18h76M15 13h2M20 13h2M25 13h2M18 30l6 5-6 5M30 40h14M18 50h34M18 56h22',
  'M10 8h76v56H10ZM10 18h76M15 13h2M20 13h2M25 13h2M18 27h22v9H18ZM48 40h22v9H48ZM18 50h22v9H18ZM40 31h14v9M40 54h8v-9',
  'M34 4h28v64H34ZM34 12h28M34 58h28M44 63h8M40 20h16v12H40ZM40 38h16M40 44h16M40 50h9',
]

const solutions = {
  machines: {
    badge: undefined,
    drawings: Object.values(offers).map(({ drawing }) => drawing),
    action: <ButtonLink to={paths.products}>Explore Products</ButtonLink>,
  },
  software: {
    badge: 'Coming Soon',
    drawings: windows,
    action: <ButtonLink to={paths.software}>View Software</ButtonLink>,
  },
}

function Solution({
  title,
  badge,
  text,
  drawings,
  action,
}: {
  title: string
  badge: string | undefined
  text: string
  drawings: string[]
  action: ReactNode
}) {
  return (
    <CornerTicks className="flex min-w-0 flex-col items-start p-5 sm:p-6">
      <div className="mb-4 grid w-full max-w-72 grid-cols-4 gap-4 max-sm:hidden">
        {drawings.map((drawing) => (
          <svg key={drawing} viewBox="0 0 96 72" className="fill-none stroke-muted" aria-hidden="true">
            <path d={drawing} />
          </svg>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3>{title}</h3>
        {badge && <Badge>{badge}</Badge>}
      </div>
      <p className="mt-2 mb-5 max-w-prose text-small text-muted">{text}</p>
      <div className="mt-auto">{action}</div>
    </CornerTicks>
  )
}
