import { Film } from '~/ui/Film'
import { CornerTicks } from '~/ui/Layout'
import { Reveal } from '~/ui/Reveal'

const steps = [
  { step: 'MOVE', target: 'shelf.A3', value: '1500 mm/s' },
  { step: 'GRIP', target: 'bottle', value: '40 N' },
  { step: 'LIFT', target: 'shelf.A3', value: '120 mm' },
  { step: 'MOVE', target: 'tray.2', value: '1500 mm/s' },
  { step: 'OPEN', target: 'tray.2', value: '80 mm' },
]

// Drawn by media/film.mjs: the job of these steps, twice.
const film = '/films/real-world-application'
const description =
  'A rail-mounted arm picks an order from a shelf: drawn to scale and in real time, from its data sheet.'

/** Programming and control beside the film (spec 2, demo-video area). */
export function Demonstration() {
  return (
    <div className="grid gap-y-12 lg:gap-y-16">
      <Reveal kind="scale">
        <Film
          sources={[`${film}.mp4`, `${film}.webm`]}
          poster={`${film}.jpg`}
          captions={`${film}.vtt`}
          title="Real-World Application"
          description={description}
        />
      </Reveal>
      <div className="grid items-start gap-x-8 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-3">
          <h3 className="text-h2">Programming and control</h3>
          <p className="mt-4 max-w-prose text-small text-muted">
            The film runs this job twice. A job is a list of steps that people can read: taught by hand,
            edited on the pendant, or written in code.
          </p>
        </div>
        <CornerTicks className="grid items-center gap-x-12 gap-y-6 p-5 sm:p-8 md:grid-cols-2 lg:col-span-9">
          <Path />
          <ol className="border-b">
            {steps.map(({ step, target, value }, index) => (
              <li
                key={step + target}
                className="label grid grid-cols-[2rem_3.5rem_1fr_auto] gap-2 border-t py-2.5"
              >
                <span className="text-faint">{String(index + 1).padStart(2, '0')}</span>
                <span>{step}</span>
                <span className="text-muted">{target}</span>
                <span>{value}</span>
              </li>
            ))}
          </ol>
        </CornerTicks>
      </div>
    </div>
  )
}

/** The path of the job beside its steps: from the shelf over the lift to the tray. */
function Path() {
  return (
    <svg
      viewBox="0 0 480 220"
      className="w-full fill-none stroke-control"
      role="img"
      aria-label="Path of a job from a shelf to a tray, with its five positions"
    >
      <path d="M20 30h120M20 90h120M20 150h120M20 20v180M140 20v180M320 170h140M330 170v30M450 170v30M40 66h14v24H40ZM64 66h14v24H64ZM40 6h14v24H40ZM88 126h14v24H88Z" />
      <path d="M112 66h14v24h-14ZM380 146h14v24h-14Z" className="stroke-fg" />
      <path
        d="M119 60V34C119 14 240 14 300 40S387 90 387 138"
        className="stroke-signal"
        strokeDasharray="6 5"
      />
      <path d="m381 130 6 10 6-10" className="stroke-signal" />
      <g className="fill-fg stroke-none font-mono text-[0.8rem]">
        <text x="150" y="78">
          02
        </text>
        <text x="128" y="52">
          03
        </text>
        <text x="312" y="38">
          04
        </text>
        <text x="404" y="160">
          05
        </text>
      </g>
    </svg>
  )
}
