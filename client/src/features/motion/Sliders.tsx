import { useId } from 'react'
import type { Joint, Pose } from './kinematics'

/** One slider for each joint, with its value and its limits. */
export function Sliders({
  joints,
  pose,
  onMove,
}: {
  joints: readonly Joint[]
  pose: Pose
  onMove: (id: string, value: number) => void
}) {
  return (
    <ul className="grid gap-4">
      {joints.map((joint) => (
        <li key={joint.id}>
          <Slider joint={joint} value={pose[joint.id] ?? 0} onMove={(value) => onMove(joint.id, value)} />
        </li>
      ))}
    </ul>
  )
}

function Slider({
  joint: { name, unit, least, most },
  value,
  onMove,
}: {
  joint: Joint
  value: number
  onMove: (value: number) => void
}) {
  const id = useId()
  const whole = Math.round(value) || 0
  return (
    <div className="motion-slider">
      <label htmlFor={id} className="text-small">
        {name}
      </label>
      <output htmlFor={id} className="label text-fg">
        {measured(whole, unit)}
      </output>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={1}
        value={whole}
        aria-valuetext={`${signed(whole)} ${unit === '°' ? 'degrees' : 'millimetres'}`}
        onChange={(event) => onMove(event.target.valueAsNumber)}
      />
      <span className="label text-faint">{measured(least, unit)}</span>
      <span className="label text-faint">{measured(most, unit)}</span>
    </div>
  )
}

const measured = (value: number, unit: Joint['unit']) => `${signed(value)}${unit === '°' ? '' : ' '}${unit}`
const signed = (value: number) => `${value}`.replace('-', '−')
