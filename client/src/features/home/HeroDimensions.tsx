import type { ReactNode } from 'react'

/**
 * Dimensions of the fixed arm, drawn over its picture in that picture's own 1600 x 1000 units and cropped like it. They
 * repeat figures of the data plate, hence decoration for those who do not see them.
 */
export function HeroDimensions() {
  return (
    <svg
      viewBox="0 0 1600 1000"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full fill-none stroke-muted stroke-2 md:stroke-1"
      aria-hidden="true"
    >
      <Line d="M717 892V928M925 892V928" delay={600} />
      <Line d="M717 918H925M717 918l14-4v8ZM925 918l-14-4v8Z" delay={800} />
      <Label x={944} y={923} delay={800}>
        ⌀ 190 mm
      </Label>

      <g className="max-md:hidden">
        <Line d="M926 392H872L842 422H712" delay={800} />
        <Label x={714} y={410} delay={800}>
          6 kg payload
        </Label>
      </g>

      <g className="max-xl:hidden">
        <Line d="M534 787A181 181 0 0 1 546 590" delay={1000} />
        <Line d="M691 697L510 799M691 697L522 572" delay={1000} faint />
        <Label x={492} y={695} end delay={1000}>
          ±135°
        </Label>
      </g>

      <g className="stroke-signal">
        <Line d="M948 512V556M1036 512V556" delay={1000} />
        <Line d="M948 546H1036M948 546l12-4v8ZM1036 546l-12-4v8Z" delay={1200} />
        <Label x={1060} y={552} delay={1200} signal>
          80 mm
        </Label>
      </g>
    </svg>
  )
}

function Line({ d, delay, faint = false }: { d: string; delay: number; faint?: boolean }) {
  return (
    <path
      d={d}
      pathLength="1"
      className={`drawn ${faint ? 'stroke-control' : ''}`}
      style={{ animationDelay: `${delay}ms` }}
    />
  )
}

function Label({
  x,
  y,
  delay,
  middle = false,
  end = false,
  signal = false,
  children,
}: {
  x: number
  y: number
  delay: number
  middle?: boolean
  end?: boolean
  signal?: boolean
  children: ReactNode
}) {
  return (
    <text
      x={x}
      y={y}
      textAnchor={middle ? 'middle' : end ? 'end' : 'start'}
      className={`stagger-200 stroke-none font-mono text-[2rem] md:text-[1.25rem] lg:text-[0.95rem] ${signal ? 'fill-signal' : 'fill-fg'}`}
      style={{ animationDelay: `${delay}ms` }}
    >
      {children}
    </text>
  )
}
