import type { CatalogueView } from '~/features/catalogue/view'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import type { ChangeView } from './FigureFilters'
import type { FacetsQuery } from './Finder.gen'
import { type Condition, replaceParameter, withCondition } from './figures'

/** A condition in words, using the names of known attributes. */
function wordsOf(
  { attribute, min, max, values }: Condition,
  facets: FacetsQuery['productFacets'],
  fitted?: string,
): string {
  if (attribute === 'fits') return `Fits ${fitted ?? `product ${values?.[0]}`}`
  const facet = facets.find((facet) => facet.attribute.id === attribute)
  if (facet?.selected) return facet.selected.text
  const label = facet?.attribute.label ?? attribute
  if (values) return values[0] === 'true' ? label : `${label} ${values.join(' or ')}`
  return `${label} ${min ? `from ${min}` : ''} ${max ? `up to ${max}` : ''}`.trim()
}

/** The active conditions, each with a button that removes it. */
export function ActiveFigures({
  conditions,
  facets,
  understood,
  fitted,
  chosen,
  show,
}: {
  conditions: Condition[]
  facets: FacetsQuery['productFacets']
  understood: FacetsQuery['products']['understood']
  fitted?: string
  chosen: CatalogueView
  show: ChangeView
}) {
  if (conditions.length + understood.length === 0) return null
  const withoutWords = (words: string) => {
    const parts = words.split(' ').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return chosen.q
      .replace(new RegExp(parts.join('\\s*'), 'i'), ' ')
      .replace(/\s+/g, ' ')
      .trim()
  }
  return (
    <ul aria-label="Active filters" className="finder-active">
      {understood.map(({ words, text }) => (
        <Removable
          key={words}
          text={text}
          hint={`“${words}”`}
          onRemove={() => show({ q: withoutWords(words) })}
        />
      ))}
      {conditions.map((condition) => (
        <Removable
          key={condition.attribute}
          text={wordsOf(condition, facets, fitted)}
          onRemove={() => show(({ more }) => ({ more: withCondition(more, condition.attribute, null) }))}
        />
      ))}
      {conditions.length > 0 && (
        <li>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => show(({ more }) => ({ more: replaceParameter(more, 'figure', []) }))}
          >
            Clear figures
          </Button>
        </li>
      )}
    </ul>
  )
}

function Removable({ text, hint, onRemove }: { text: string; hint?: string; onRemove: () => void }) {
  return (
    <li>
      <button type="button" className="finder-chip" aria-label={`Remove filter: ${text}`} onClick={onRemove}>
        {text}
        {hint && <span className="text-faint">{hint}</span>}
        <Icon name="close" className="size-4" />
      </button>
    </li>
  )
}
