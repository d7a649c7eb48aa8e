import type { ReactNode } from 'react'
import type { TextSection } from '~/features/texts/sections'
import { Badge } from '~/ui/Badge'
import { CornerTicks } from '~/ui/Layout'
import { RichText } from '~/ui/RichText'

/** The placeholder of the announced demo video. */
export default function SuiteFilm({ part: { title, html } }: { part: TextSection }): ReactNode {
  return (
    <CornerTicks className="grid lg:grid-cols-12">
      <div className="grid content-start justify-items-start gap-4 p-6 sm:p-10 lg:col-span-4">
        <Badge>Coming Soon</Badge>
        <h2>{title}</h2>
        <RichText html={html} className="max-w-prose text-muted" />
      </div>
      <div className="lg:col-span-8 lg:border-l">
        <Screen />
      </div>
    </CornerTicks>
  )
}

/** A drawn still: the job as blocks, with the path beside it. */
function Screen() {
  return (
    <svg
      viewBox="20 20 920 460"
      className="w-full fill-none stroke-control"
      role="img"
      aria-label="Line drawing of the Visual IDE: five blocks of a job, and the path of the arm from one crate to another"
    >
      <path d="M60 50h840v430M60 50v430M60 90h840M84 70h6M104 70h6M124 70h6M400 90v390" />
      <path d="M100 130h200v46H100ZM100 196h200v46H100ZM100 262h200v46H100ZM100 328h200v46H100ZM100 394h200v46H100ZM200 176v20M200 242v20M200 308v20M200 374v20" />
      <path d="M92 254h216v62H92Z" className="stroke-signal" />
      <path d="M420 440h460M440 370v70M590 370v70M700 370v70M860 370v70M548 390h22v50h-22Z" />
      <path d="M480 390h22v50h-22ZM769 390h22v50h-22Z" className="stroke-fg" />
      <path
        d="M491 380V240C491 170 560 150 635 150s145 20 145 90v132"
        className="stroke-fg"
        strokeDasharray="8 6"
      />
      <path d="m773 362 7 12 7-12" className="stroke-fg" />
      <g className="fill-muted stroke-none font-mono text-lead">
        {['MOVE', 'GRIP', 'LIFT', 'MOVE', 'OPEN'].map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: five drawn words that don't change their order.
          <text key={index} x="120" y={159 + index * 66}>
            {step}
          </text>
        ))}
      </g>
    </svg>
  )
}
