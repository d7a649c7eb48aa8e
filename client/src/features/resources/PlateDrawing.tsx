import { settings } from '~/lib/settings'

const screws = [
  [14, 14],
  [286, 14],
  [14, 166],
  [286, 166],
]

const places = [
  [32, 132],
  [166, 132],
  [32, 166],
  [166, 166],
] as const

/**
 * A drawing of a data plate with leaders to its two numbers, which the text beside it explains. The lines are the
 * serial number and up to four figures.
 */
export function PlateDrawing({ model, lines: [serial, ...figures] }: { model: string; lines: string[] }) {
  const { name } = settings()
  return (
    <svg viewBox="0 0 400 204" className="w-full fill-none stroke-control" aria-hidden="true">
      <path d="M.5 2.5h300v176H.5Z" className="stroke-muted" />
      <path d="M.5 40.5h300M.5 110.5h300M150.5 110.5v68M.5 144.5h300" />
      {screws.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="4" />
      ))}
      <g className="fill-muted stroke-none font-mono text-[11px]">
        <text x="32" y="26">
          {name.toUpperCase()}
        </text>
        {places.map(([x, y], index) => (
          <text key={`${x} ${y}`} x={x} y={y}>
            {figures[index]}
          </text>
        ))}
      </g>
      <g className="fill-fg stroke-none font-mono figures">
        <text x="32" y="70" className="text-[15px]">
          {model}
        </text>
        <text x="32" y="96" className="text-[12px]">
          {serial}
        </text>
      </g>
      <path d="M158 65.5H334M158 91.5H334" className="stroke-signal" />
      <circle cx="158" cy="65.5" r="2.5" className="fill-signal stroke-none" />
      <circle cx="158" cy="91.5" r="2.5" className="fill-signal stroke-none" />
      <g className="fill-muted stroke-none font-mono text-[11px]">
        <text x="342" y="69">
          model
        </text>
        <text x="342" y="95">
          serial
        </text>
      </g>
      <path d="M.5 186V204M300.5 186V204M.5 196.5H300.5M.5 196.5l12-4v8ZM300.5 196.5l-12-4v8Z" />
    </svg>
  )
}
