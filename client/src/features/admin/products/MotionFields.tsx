import { OptionalPart } from '~/features/admin/kit/OptionalPart'
import { useFields } from '~/features/admin/kit/useContentForm'
import { TextField } from '~/ui/Field'
import {
  axisFigures,
  type Labels,
  type MotionPart,
  type MotionPartName,
  motionPartNames,
  motionParts,
  powerFigures,
} from './motion'

/** The figures with which /plan plans a cell. */
export function MotionFields() {
  return (
    <>
      {motionPartNames.map((name) => (
        <PartFields key={name} name={name} />
      ))}
      <div className="border-t pt-6">
        <Figures path="power" labels={powerFigures} />
      </div>
    </>
  )
}

/** The figures of a part, which a product may lack. */
function PartFields({ name }: { name: MotionPartName }) {
  const { list } = useFields()
  const { title, hint, figures, optional }: MotionPart = motionParts[name]
  return (
    <OptionalPart path={`motion.${name}.stated`} title={title} hint={hint}>
      <div className="mt-4 grid gap-6">
        {list(`motion.${name}.axes`).map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its number
          <fieldset key={index} className="min-w-0">
            <legend className="label mb-2 text-faint">Axis {index + 1}</legend>
            <Figures
              required
              path={`${name}.axes.${index}`}
              labels={axisFigures}
              className="grid-cols-2 sm:grid-cols-4"
            />
          </fieldset>
        ))}
        <Figures required path={`${name}.figures`} labels={figures} />
        {optional && <Figures path={`${name}.figures`} labels={optional} />}
      </div>
    </OptionalPart>
  )
}

function Figures({
  path,
  labels,
  required,
  className = 'sm:grid-cols-3',
}: {
  path: string
  labels: Labels
  required?: boolean
  className?: string
}) {
  const { text } = useFields()
  return (
    <div className={`grid items-start gap-4 ${className}`}>
      {Object.entries(labels).map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          inputMode="decimal"
          required={required}
          {...text(`motion.${path}.${name}`)}
        />
      ))}
    </div>
  )
}
