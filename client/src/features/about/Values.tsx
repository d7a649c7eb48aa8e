import { type PageText, sectionOf } from '~/features/texts/sections'
import { RichText } from '~/ui/RichText'

const values = ['measured', 'safe', 'open', 'repaired']

/** The core values, each with a figure that supports it. */
export function Values({ text }: { text: PageText }) {
  return (
    <ul className="-mx-gutter grid gap-px border-y bg-line sm:mx-0 sm:border-x md:grid-cols-2">
      {values
        .map((id) => sectionOf(text, id))
        .filter(({ title }) => title)
        .map(({ anchor, title, html, items: [figure] }) => (
          <li key={anchor} className="flex flex-col bg-ground p-gutter">
            <h3 className="text-h2">{title}</h3>
            <RichText html={html} className="mt-4 mb-14 max-w-[46ch] text-muted" />
            <p className="mt-auto text-h1 font-semibold [font-stretch:125%]">{figure?.title}</p>
            <p className="label mt-3 text-faint">{figure?.text}</p>
          </li>
        ))}
    </ul>
  )
}
