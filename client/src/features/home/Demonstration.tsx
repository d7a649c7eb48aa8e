import { Badge } from '~/ui/Badge'
import { CornerTicks } from '~/ui/Layout'
import { Reveal } from '~/ui/Reveal'

const steps = [
  { step: 'MOVE', target: 'shelf.A3', value: '250 mm/s' },
  { step: 'GRIP', target: 'bottle', value: '40 N' },
  { step: 'LIFT', target: 'shelf.A3', value: '120 mm' },
  { step: 'MOVE', target: 'tray.2', value: '1500 mm/s' },
  { step: 'OPEN', target: 'tray.2', value: '80 mm' },
]

/** Programming and control beside the film, which is announced until it has been made (spec 2, demo-video area). */
export function Demonstration() {
  return (
    <div className="grid gap-x-6 gap-y-12 lg:grid-cols-12">
      <div className="flex flex-col lg:col-span-5">
        <CornerTicks className="flex-1 p-5 sm:p-7">
          <Path />
          <ol className="mt-6">
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
        <h3 className="mt-6">Programming and control</h3>
        <p className="mt-2 max-w-prose text-small text-muted">
          A job is a list of steps that people can read. It is taught by hand, edited on the pendant, or
          written in code.
        </p>
      </div>
      <Reveal kind="scale" className="lg:col-span-7">
        <div className="flex h-full flex-col overflow-clip rounded-plate border bg-plate">
          <div className="grid justify-items-start gap-3 p-5 sm:p-7">
            <Badge>Coming Soon</Badge>
            <h3 className="text-h2">Real-World Application</h3>
            <p className="max-w-prose text-small text-muted">
              A rail-mounted arm restocks a shelf: eight hours in two minutes. The film is in the making.
            </p>
          </div>
          <div className="relative min-h-72 flex-1">
            <Still />
          </div>
        </div>
      </Reveal>
    </div>
  )
}

/** The path of the job above its steps: from the shelf over the lift to the tray. */
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

/** A drawn still in place of the film: the arm on its rail before a shelf. */
function Still() {
  return (
    <svg
      viewBox="0 0 960 600"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-0 size-full fill-none stroke-control"
      role="img"
      aria-label="Line drawing of an arm on a linear rail that reaches into a shelf"
    >
      <path d="M520 60h400v420H520M520 60v420M520 165h400M520 270h400M520 375h400M650 60v420M790 60v420" />
      <path d="M540 105h28v60h-28ZM580 105h28v60h-28ZM672 120h40v45h-40ZM722 120h40v45h-40ZM812 95h24v70h-24ZM848 95h24v70h-24ZM672 215h24v55h-24ZM706 215h24v55h-24ZM740 215h24v55h-24ZM812 230h80v40h-80ZM540 320h80v55h-80ZM812 330h36v45h-36ZM860 330h36v45h-36ZM672 425h90v50h-90Z" />
      <path
        d="M60 500h840v18H60ZM60 509h840M250 500v-26h150v26M285 474v-40h80v40M293 434a32 32 0 1 1 64 0M303 404 268 268M343 400 312 258M250 250a36 36 0 1 0 72 0 36 36 0 1 0-72 0M306 222 462 180M318 274 470 226M452 202a28 28 0 1 0 56 0 28 28 0 1 0-56 0M506 188h30v28h-30M536 192h26M536 212h26"
        className="stroke-fg stroke-2"
      />
      <path
        d="M325 560H180M325 560H620M180 560l14-5v10ZM620 560l-14-5v10ZM180 548v24M620 548v24"
        className="stroke-signal"
      />
      <text x="640" y="566" className="fill-fg stroke-none font-mono text-[1.75rem] md:text-[1.1rem]">
        1500 mm
      </text>
    </svg>
  )
}
