import { useId } from 'react'
import { useLocation } from 'react-router-dom'
import { useMay } from '~/features/admin/shell/access'
import { Icon } from '~/ui/Icon'
import { NavLink } from '~/ui/Link'
import { SectionIcon } from './SectionIcon'
import { dashboard, groups, type MenuEntry } from './sections'
import type { Folded } from './useFolded'

type Follow = { onFollow?: () => void }

/**
 * Links to the screens that the user may open, in groups that collapse. A collapsed group still shows the current
 * screen.
 */
export function Menu({ folded: { folded, toggle }, onFollow }: Follow & { folded: Folded }) {
  const may = useMay()
  const shown = groups
    .map(({ title, sections }) => ({ title, sections: sections.filter(({ access }) => may(access)) }))
    .filter(({ sections }) => sections.length > 0)
  return (
    <ul className="grid gap-2">
      <li>
        <Row section={dashboard} onFollow={onFollow} />
      </li>
      {shown.map(({ title, sections }) => (
        <li key={title}>
          <Group
            title={title}
            sections={sections}
            open={!folded.includes(title)}
            onToggle={() => toggle(title)}
            onFollow={onFollow}
          />
        </li>
      ))}
    </ul>
  )
}

function Group({
  title,
  sections,
  open,
  onToggle,
  onFollow,
}: Follow & { title: string; sections: MenuEntry[]; open: boolean; onToggle: () => void }) {
  const { pathname } = useLocation()
  const id = useId()
  const shown = open ? sections : sections.filter(({ to }) => `${pathname}/`.startsWith(`${to}/`))
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
        className="group flex min-h-7 w-full items-center justify-between rounded-plate px-2 text-label font-semibold text-faint transition-colors hover:text-fg pointer-coarse:min-h-11"
      >
        {title}
        <Icon
          name="chevron-down"
          className={`size-3.5 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 group-aria-[expanded=false]:-rotate-90 group-aria-[expanded=false]:opacity-100 pointer-coarse:opacity-100`}
        />
      </button>
      <ul id={id} aria-label={title} hidden={shown.length === 0}>
        {shown.map((section) => (
          <li key={section.to}>
            <Row section={section} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Row({ section: { to, text, icon }, onFollow }: Follow & { section: MenuEntry }) {
  return (
    <NavLink
      to={to}
      end={to === dashboard.to}
      onClick={onFollow}
      className="flex min-h-8 items-center gap-2.5 rounded-plate px-2 text-small text-muted transition-colors hover:bg-raised hover:text-fg aria-[current=page]:bg-lifted aria-[current=page]:font-semibold aria-[current=page]:text-fg [&[aria-current=page]>svg]:text-signal pointer-coarse:min-h-11"
    >
      <SectionIcon path={icon} className="text-faint" />
      {text}
    </NavLink>
  )
}
