import { Groups } from '~/features/admin/kit/Groups'
import { Rows } from '~/features/admin/kit/Rows'
import { Part, Sections } from '~/features/admin/kit/Sections'
import { useFields } from '~/features/admin/kit/useContentForm'
import { SelectField, TextArea } from '~/ui/Field'
import { iconNames } from '~/ui/Icon'
import { AttributeFields } from './AttributeFields'
import { BasicFields } from './BasicFields'
import { CopyContent } from './CopyContent'
import { Documents } from './Documents'
import { contentValues, type Draft, type ProductValues, planKinds } from './draftForm'
import { EngineeringFields } from './EngineeringFields'
import { FilmFields } from './FilmFields'
import { MotionFields } from './MotionFields'
import { Pictures } from './Pictures'
import { PlanFields } from './PlanFields'
import { PlateFigures } from './PlateFigures'
import { SearchFields } from './SearchFields'

const parts = [
  'Basics',
  'Pictures',
  'Film',
  'Documents',
  'Data plate',
  'Highlights and modules',
  'Specifications',
  'Features',
  'Payment plans',
  'Technical details',
  'Figures',
  'Motion',
  'Search engines',
] as const

/** Lines of a data plate. */
const mostFigures = 6

const item = [
  { name: 'label', label: 'Label' },
  { name: 'value', label: 'Value' },
] as const

/** The fields of a product's draft: all but the stock. */
export function DraftFields({ draft: { product } }: { draft: Draft }) {
  const { values, set, text } = useFields<ProductValues>()
  return (
    <Sections titles={parts}>
      <Part title="Basics">
        <BasicFields />
      </Part>
      <Part title="Pictures">
        <Pictures />
      </Part>
      <Part title="Film">
        <FilmFields />
      </Part>
      <Part title="Documents">
        <Documents />
      </Part>
      <CopyContent
        id={product.id}
        onCopy={(from) => {
          for (const [name, value] of Object.entries(contentValues(from))) set(name, value)
        }}
      />
      <Part title="Data plate">
        <Rows path="plate" legend="Data plate" one="figure" columns={item} most={mostFigures} />
        <PlateFigures
          figures={product.attributes.filter(({ attribute }) => attribute.comparable)}
          most={mostFigures}
        />
      </Part>
      <Part title="Highlights and modules">
        <Rows path="highlights" legend="Highlights" one="highlight" />
        <Rows path="modules" legend="Modules and parts" one="module" />
      </Part>
      <Part title="Specifications">
        <Groups path="specs" one="group" blank={{ title: '', items: [] }}>
          {(path) => (
            <Rows path={`${path}.items`} legend="Specifications" one="specification" columns={item} />
          )}
        </Groups>
      </Part>
      <Part title="Features">
        <Groups path="features" one="feature" blank={{ title: '', icon: 'gear', description: '' }}>
          {(path, index) => (
            <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[11rem_1fr]">
              <SelectField label={`Icon of feature ${index + 1}`} required {...text(`${path}.icon`)}>
                {/* A stored icon that was removed from the set remains an option. */}
                {[...new Set([values.features[index]?.icon ?? 'gear', ...iconNames])].map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </SelectField>
              <TextArea
                label={`Description of feature ${index + 1}`}
                rows={2}
                {...text(`${path}.description`)}
              />
            </div>
          )}
        </Groups>
      </Part>
      <Part title="Payment plans">
        {planKinds.map((kind) => (
          <PlanFields key={kind} kind={kind} />
        ))}
      </Part>
      <Part title="Technical details">
        <Groups path="technical" one="list" blank={{ title: '', items: [] }}>
          {(path) => <Rows path={`${path}.items`} legend="Details" one="detail" />}
        </Groups>
      </Part>
      <Part title="Figures">
        <EngineeringFields />
        <AttributeFields />
      </Part>
      <Part title="Motion" lead="Figures by which a cell is planned with the product">
        <MotionFields />
      </Part>
      <Part title="Search engines">
        <SearchFields id={product.id} />
      </Part>
    </Sections>
  )
}
