import { type Page, pages } from '~/app/pages'
import { type Access, access } from './access'

export type MenuEntry = {
  to: string
  text: string
  /** The path of its icon on a grid of 24, as in ui/Icon.tsx. */
  icon: string
  access: Access
}

/** The pages that app/pages.ts lists in the menu. */
type InMenu = {
  [Name in keyof typeof pages]: (typeof pages)[Name] extends { menu: string } ? Name : never
}[keyof typeof pages]

type Section = InMenu | 'admin'

/** The default icon, a sheet. */
const sheet = 'M6 3.5h8l4 4v13H6zM14 3.5v4h4'

const icons: Partial<Record<Section, string>> = {
  admin: 'M4 4h6.5v9H4zM13.5 4H20v5h-6.5zM13.5 12H20v8h-6.5zM4 16h6.5v4H4z',
  adminOrders: 'M12 3.5l8 4v9l-8 4-8-4v-9zM4 7.5l8 4 8-4M12 11.5v9',
  adminPayments: 'M3.5 6.5h17v11h-17zM3.5 10h17M7 14h4',
  adminPreOrders: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4.5l3 1.5',
  adminQuotes: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12.5h6M9 16.5h6',
  adminProducts: 'M5 9h14v10H5zM12 9V4.5M9 4.5h6M9 13.5v1.5M15 13.5v1.5M2.5 12.5v3M21.5 12.5v3',
  adminReviews: 'M12 3.5l2.6 5.5 5.9.8-4.3 4.2 1 6-5.2-2.9L6.8 20l1-6-4.3-4.2 5.9-.8L12 3.5Z',
  adminTeam:
    'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM3 19v-1a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v1M16 5.5a3 3 0 0 1 0 5M18 14.5a4 4 0 0 1 3 3.8v.7',
  adminMilestones: 'M6 20.5V4h12l-2.5 4.2L18 12.5H6',
  adminFaq:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.5 9.8a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 16.8h.01',
  adminNewsletter: 'M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7',
  adminCustomers: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5v-1.5a4 4 0 0 1 4-4h7a4 4 0 0 1 4 4v1.5',
  adminContacts: 'M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12h5',
  adminStaff:
    'M12 3.5l7.5 3v5c0 4.5-3 7.6-7.5 9-4.5-1.4-7.5-4.5-7.5-9v-5zM12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8.5 16a3.5 3.5 0 0 1 7 0',
  adminKeys: 'M8 11.5a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4ZM11 12.5 19.5 4M16 7.5l3 3',
  adminWebhooks: 'M4 8h14M14.5 4.5 18 8l-3.5 3.5M20 16H6M9.5 12.5 6 16l3.5 3.5',
  adminAudit: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  adminSettings: 'M4 7h10M18 7h2M4 17h4M12 17h8M16 4.5v5M10 14.5v5',
  playground: 'M8 6.5 2.5 12 8 17.5M16 6.5l5.5 5.5-5.5 5.5M13.5 4.5l-3 15',
}

const sectionOf = (name: Section): MenuEntry => ({
  to: pages[name].path,
  text: pages[name].title,
  icon: icons[name] ?? sheet,
  access: name === 'playground' ? 'admin' : access[name],
})

export const dashboard = sectionOf('admin')

const names = Object.keys(pages) as (keyof typeof pages)[]
const groupOf = (name: keyof typeof pages) => (pages[name] as Page).menu

/** The groups of the administration's menu, in the order of app/pages.ts. The playground has another layout. */
export const groups = [...new Set(names.flatMap((name) => groupOf(name) ?? []))].map((title) => ({
  title,
  sections: (names.filter((name) => groupOf(name) === title) as InMenu[]).map(sectionOf),
}))

export const sections: MenuEntry[] = [dashboard, ...groups.flatMap((group) => group.sections)]
