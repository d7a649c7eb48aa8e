import { useFields } from '~/features/admin/kit/useContentForm'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'

type Figure = { text: string; attribute: { label: string } }

/** Normalises texts with the same meaning, such as `±0.03 mm` and `0.03 mm`. */
const plain = (text: unknown) => String(text).toLowerCase().replace(/[±\s]/g, '')

/** Offers the product's figures for its data plate, and names the lines that differ from them. */
export function PlateFigures({ figures, most }: { figures: readonly Figure[]; most: number }) {
  const { list, set, focus } = useFields()
  const plate = list('plate')
  const lineOf = ({ attribute }: Figure) =>
    plate.findIndex(({ label }) => plain(label) === plain(attribute.label))
  const differing = figures.filter((figure) => {
    const line = plate[lineOf(figure)]
    return line && plain(line.value) !== plain(figure.text)
  })
  // The pressed button is removed, so the focus moves to the line.
  function state({ text, attribute: { label } }: Figure, index: number) {
    set(
      'plate',
      plate.toSpliced(index, 1, { ...plate[index], label: plate[index]?.label ?? label, value: text }),
    )
    focus(`plate.${index}.value`)
  }
  const missing = plate.length < most ? figures.filter((figure) => lineOf(figure) < 0) : []
  return (
    <div className="mt-2 grid justify-items-start gap-2 text-small">
      {differing.map((figure) => (
        <p key={figure.attribute.label} className="flex flex-wrap items-center gap-x-3 text-warn">
          {figure.attribute.label} is {figure.text} under Figures.
          <Button size="sm" variant="ghost" onClick={() => state(figure, lineOf(figure))}>
            Use {figure.text}
          </Button>
        </p>
      ))}
      {missing.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {missing.map((figure) => (
            <Button key={figure.attribute.label} size="sm" onClick={() => state(figure, plate.length)}>
              <Icon name="plus" className="size-4" />
              {figure.attribute.label} {figure.text}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
