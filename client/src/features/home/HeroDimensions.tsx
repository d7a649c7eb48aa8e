import type { ReactNode } from 'react'

const delays = {
  600: '[animation-delay:600ms]',
  800: '[animation-delay:800ms]',
  1000: '[animation-delay:1000ms]',
  1200: '[animation-delay:1200ms]',
}
/** When an element appears, in ms. */
type Delay = keyof typeof delays

/**
 * Dimensions of the fixed arm, drawn over its picture in that picture's 1600 x 1000 units and cropped like it. They
 * repeat figures of the data plate, so screen readers skip them.
 */
export function HeroDimensions() {
  return (
    <svg
      viewBox="0 0 1600 1000"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full fill-none stroke-muted stroke-2 md:stroke-1"
      aria-hidden="true"
    >
      <Line d="M729 902V938M915 902V938" delay={600} />
      <Line d="M729 928H915M729 928l14-4v8ZM915 928l-14-4v8Z" delay={800} />
      <Label x={934} y={933} delay={800}>
        ⌀ 190 mm
      </Label>

      <g className="max-md:hidden">
        <Line d="M938 372H884L854 402H724" delay={800} />
        <Label x={726} y={390} delay={800}>
          6 kg payload
        </Label>
      </g>

      <g className="max-xl:hidden">
        <Line d="M536 805A181 181 0 0 1 548 608" delay={1000} />
        <Line d="M693 715L512 817M693 715L524 590" delay={1000} faint />
        <Label x={494} y={713} end delay={1000}>
          ±135°
        </Label>
      </g>

      <g className="stroke-signal">
        <Line d="M959 494V538M1044 494V538" delay={1000} />
        <Line d="M959 528H1044M959 528l12-4v8ZM1044 528l-12-4v8Z" delay={1200} />
        <Label x={1068} y={534} delay={1200} signal>
          80 mm
        </Label>
      </g>
    </svg>
  )
}

function Line({ d, delay, faint = false }: { d: string; delay: Delay; faint?: boolean }) {
  return <path d={d} pathLength="1" className={`drawn ${delays[delay]} ${faint ? 'stroke-control' : ''}`} />
}

function Label({
  x,
  y,
  delay,
  end = false,
  signal = false,
  children,
}: {
  x: number
  y: number
  delay: Delay
  end?: boolean
  signal?: boolean
  children: ReactNode
}) {
  return (
    <text
      x={x}
      y={y}
      textAnchor={end ? 'end' : 'start'}
      className={`stagger-200 ${delays[delay]} stroke-none font-mono text-[2rem] md:text-[1.25rem] lg:text-[0.95rem] ${signal ? 'fill-signal' : 'fill-fg'}`}
    >
      {children}
    </text>
  )
}
