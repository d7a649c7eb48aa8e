import { Slider } from '~/ui/Slider'
import type { Joint, Pose } from './kinematics'

/** One slider for each joint, with its value and limits. */
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
      {joints.map(({ id, name, unit, least, most }) => (
        <li key={id}>
          <Slider
            label={name}
            text={(value) => `${signed(value)}${unit === '°' ? '' : ' '}${unit}`}
            spoken={(value) => `${signed(value)} ${unit === '°' ? 'degrees' : 'millimetres'}`}
            value={Math.round(pose[id] ?? 0) || 0}
            min={least}
            max={most}
            onChange={(value) => onMove(id, value)}
          />
        </li>
      ))}
    </ul>
  )
}

const signed = (value: number) => `${value}`.replace('-', '−')
