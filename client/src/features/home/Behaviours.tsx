import type { ReactNode } from 'react'
import { itemsOf, type TextSection } from '~/features/texts/sections'
import { paths } from '~/lib/paths'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Reveal } from '~/ui/Reveal'

const behaviours = {
  security: {
    // Protective zones around a machine.
    drawing: [
      'M160 26a74 74 0 1 0 0 148 74 74 0 1 0 0-148',
      'M160 54a46 46 0 1 0 0 92 46 46 0 1 0 0-92',
      'M150 90h20v20h-20ZM160 20v12M160 168v12M80 100h12M228 100h20M193 67l16-19h22',
    ],
    accent: 'M160 78a22 22 0 1 0 0 44 22 22 0 1 0 0-44',
    notes: [
      { x: 254, y: 104, text: '1.0 m/s' },
      { x: 236, y: 52, text: '0.25 m/s' },
    ],
  },
  automation: {
    // A taught path and the corrected one.
    drawing: [
      'M30 160C80 160 80 50 150 50S230 120 290 120',
      'M26 156h8v8h-8ZM146 46h8v8h-8ZM286 116h8v8h-8Z',
      'M150 58v102M290 128v32M30 172v8M290 172v8M30 176h260',
    ],
    accent: 'M30 160C86 156 92 72 150 72S236 98 290 98',
    notes: [
      { x: 160, y: 44, text: 'taught' },
      { x: 244, y: 84, text: 'adapted' },
    ],
  },
  neural: {
    // Inputs, a layer, one decision.
    drawing: [
      'M50 40 150 64M50 40 150 136M50 100 150 64M50 100 150 136M50 160 150 64M50 160 150 136M150 136 250 100',
      'M44 34h12v12H44ZM44 94h12v12H44ZM44 154h12v12H44ZM144 58h12v12h-12ZM144 130h12v12h-12Z',
      'M244 94h12v12h-12Z',
    ],
    accent: 'M50 100 150 64 250 100H290',
    notes: [{ x: 236, y: 84, text: '0.98' }],
  },
} as const

/** The three feature cards, each with a schematic drawing. */
export default function Behaviours({ part }: { part: TextSection }): ReactNode {
  return (
    <ul className="grid *:not-last:border-b border-b md:grid-cols-3 md:*:not-last:border-r md:*:not-last:border-b-0">
      {itemsOf(part, behaviours).map(({ id, title, text, own: { drawing, accent, notes } }, index) => (
        <Reveal as="li" kind="card" index={index} key={id}>
          <Link
            to={`${paths.technologies}#${id}`}
            className="group block h-full py-4 md:py-5 transition-colors duration-200 hover:bg-raised md:px-6 lg:px-8"
          >
            <svg
              viewBox="0 0 320 200"
              className="mb-5 h-32 w-full fill-none stroke-control max-md:hidden"
              aria-hidden="true"
            >
              {drawing.map((d) => (
                <path key={d} d={d} />
              ))}
              <path
                d={accent}
                className="stroke-fg stroke-[1.5] transition-colors duration-200 group-hover:stroke-signal"
              />
              {notes.map(({ x, y, text }) => (
                <text key={text} x={x} y={y} className="fill-muted stroke-none font-mono text-[0.75rem]">
                  {text}
                </text>
              ))}
            </svg>
            <h3 className="flex items-center justify-between gap-4">
              {title}
              <Icon
                name="arrow"
                className="size-5 text-faint transition-transform duration-200 group-hover:translate-x-1 group-hover:text-signal"
              />
            </h3>
            <p className="mt-2 text-small text-muted">{text}</p>
          </Link>
        </Reveal>
      ))}
    </ul>
  )
}
