import { Icon, isIconName } from '~/ui/Icon'
import { Section } from '~/ui/Layout'
import { Tabs } from '~/ui/Tabs'
import type { DetailTabs_ProductFragment } from './DetailTabs.gen'
import Documents from './Documents'
import type { Documents_ProductFragment } from './Documents.gen'
import { SpecGroups } from './SpecGroups'
import { useDetailTab } from './useDetailTab'

/**
 * Features, specifications and other details in three tabs, and the documents; the tab is kept in the address, so that
 * it can be linked.
 */
export default function DetailTabs({
  product,
}: {
  product: DetailTabs_ProductFragment & Documents_ProductFragment
}) {
  const [tab, setTab] = useDetailTab()
  const { name, features, specs, technical } = product
  if (features.length + specs.length + technical.length === 0) return <Documents product={product} />
  return (
    <>
      <Section id="specs" label="Details" tight>
        <h2 className="sr-only">{name} details</h2>
        <Tabs
          label="Details"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'features', label: 'Features', content: <Features features={features} /> },
            { id: 'specs', label: 'Specifications', content: <SpecGroups name={name} groups={specs} /> },
            { id: 'technical', label: 'Technical Details', content: <Technical groups={technical} /> },
          ]}
        />
      </Section>
      <Documents product={product} />
    </>
  )
}

function Features({ features }: Pick<DetailTabs_ProductFragment, 'features'>) {
  if (features.length === 0) return <p className="text-muted">No features listed yet.</p>
  return (
    <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
      {features.map(({ title, icon, description }) => (
        <li key={title} className="grid content-start gap-3 border-t pt-5">
          <Icon name={isIconName(icon) ? icon : 'gear'} className="size-6" />
          <h3>{title}</h3>
          <p className="text-muted">{description}</p>
        </li>
      ))}
    </ul>
  )
}

function Technical({ groups }: { groups: DetailTabs_ProductFragment['technical'] }) {
  if (groups.length === 0) return <p className="text-muted">No technical details listed yet.</p>
  return (
    <div className="grid gap-x-8 gap-y-10 md:grid-cols-2 lg:grid-cols-3">
      {groups.map(({ title, items }) => (
        <div key={title}>
          <h3 className="label mb-3 text-faint uppercase">{title}</h3>
          <ul>
            {items.map((item) => (
              <li key={item} className="border-t py-3 text-small">
                {item}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
