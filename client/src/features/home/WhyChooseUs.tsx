import { itemsOf, type TextSection } from '~/features/texts/sections'
import { Icon, type IconName } from '~/ui/Icon'
import { Reveal } from '~/ui/Reveal'

const statistics = { uptime: true, support: true }
const values: Record<string, IconName> = {
  innovation: 'chip',
  team: 'wrench',
  service: 'refresh',
  quality: 'ruler',
}

/** The two statistics and the four value cards. */
export function WhyChooseUs({ part }: { part: TextSection }) {
  return (
    <div className="grid gap-x-8 gap-y-8 lg:grid-cols-12">
      <dl className="grid grid-cols-2 content-start gap-6 lg:col-span-3 lg:grid-cols-1">
        {itemsOf(part, statistics).map(({ id, title, text }) => (
          <div key={id} className="flex flex-col-reverse justify-end">
            <dt className="label mt-3 text-faint uppercase">{text}</dt>
            <dd className="text-h1 font-semibold figures [font-stretch:125%]">{title}</dd>
          </div>
        ))}
      </dl>
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:col-span-9">
        {itemsOf(part, values).map(({ id, title, text, own: icon }, index) => (
          <Reveal as="li" kind="card" index={index} key={id} className="border-t pt-4">
            <h3 className="flex items-center justify-between gap-4">
              {title}
              <Icon name={icon} className="size-6 text-faint" />
            </h3>
            <p className="mt-2 max-w-prose text-small text-muted">{text}</p>
          </Reveal>
        ))}
      </ul>
    </div>
  )
}
