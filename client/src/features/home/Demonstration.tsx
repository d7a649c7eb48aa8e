import type { ReactNode } from 'react'
import type { TextSection } from '~/features/texts/sections'
import { Film } from '~/ui/Film'
import { Reveal } from '~/ui/Reveal'

const steps = [
  { step: 'MOVE', target: 'crate.1', value: '1500 mm/s' },
  { step: 'GRIP', target: 'bottle', value: '40 N' },
  { step: 'LIFT', target: 'crate.1', value: '416 mm' },
  { step: 'MOVE', target: 'crate.2', value: '1500 mm/s' },
  { step: 'OPEN', target: 'crate.2', value: '75 mm' },
]

const film = '/films/rail-arm'

/** Programming and control beside the film. */
export default function Demonstration({ part }: { part: TextSection }): ReactNode {
  const [shown, control] = ['film', 'control'].map((name) => part.items.find(({ key }) => key === name))
  return (
    <div className="grid gap-x-8 gap-y-8 lg:grid-cols-12">
      <Reveal kind="scale" className="lg:col-span-8">
        <Film
          url={`${film}.mp4`}
          poster={`${film}.jpg`}
          captions={`${film}.vtt`}
          title={shown?.title ?? ''}
          description={shown?.text ?? ''}
        />
      </Reveal>
      <div className="grid content-between gap-6 lg:col-span-4">
        <div>
          <h3 className="text-lead">{control?.title}</h3>
          <p className="mt-3 max-w-prose text-small text-muted">{control?.text}</p>
        </div>
        <Path />
        <ol className="border-b">
          {steps.map(({ step, target, value }, index) => (
            <li
              key={step + target}
              className="label grid grid-cols-[2rem_3.5rem_1fr_auto] gap-2 border-t py-2"
            >
              <span className="text-faint">{String(index + 1).padStart(2, '0')}</span>
              <span>{step}</span>
              <span className="text-muted">{target}</span>
              <span>{value}</span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/** The gripper's path beside the job's steps: down into one crate, and with a bottle to the other. */
function Path() {
  return (
    <svg
      viewBox="0 0 480 220"
      className="w-full fill-none stroke-control"
      role="img"
      aria-label="Path of a job from one crate to another, with its five positions"
    >
      <path d="M20 200h440M40 150v50M150 150v50M330 150v50M440 150v50M120 166h14v34h-14Z" />
      <path d="M84 166h14v34H84ZM378 166h14v34h-14Z" className="stroke-fg" />
      <path d="M260 62H108v82M74 146V24h311v120" className="stroke-signal" strokeDasharray="6 5" />
      <path d="m102 136 6 10 6-10M379 136l6 10 6-10" className="stroke-signal" />
      <g className="fill-fg stroke-none font-mono text-[0.8rem]">
        <text x="180" y="80">
          01
        </text>
        <text x="116" y="128">
          02
        </text>
        <text x="48" y="90">
          03
        </text>
        <text x="260" y="42">
          04
        </text>
        <text x="396" y="128">
          05
        </text>
      </g>
    </svg>
  )
}
