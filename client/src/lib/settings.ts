/** Finds the products whose category contains the value. */
export type CategoryFilter = { label: string; value: string }

/** What a time zone is called while it has an offset. */
type ZoneName = { offset: string; name: string }

/** What the owner has set of this shop: shop.PublicSettings. What is empty may be absent. */
export type Settings = {
  version: number
  name: string
  short: string
  retail?: string
  company: string
  title: string
  description: string
  email: string
  phone?: string
  office: { street: string; postalCode: string; city: string; country: string }
  timeZone: string
  /** Its names of this year by their offsets, that of standard time first. */
  zoneNames: [ZoneName, ...ZoneName[]]
  opens: number
  closes: number
  holidays?: string[]
  social?: { name: string; url: string }[]
  registrationNumber?: string
  vatNumber?: string
  country: string
  filters?: CategoryFilter[]
  footerCategories?: CategoryFilter[]
  announcement?: { id: string; text: string; link?: string }
  logo?: { url: string }
  /** Of link previews of pages without one of their own. */
  shareImage: { url: string }
}

let current: Settings | undefined

/** The settings of the shop. The document has them (web/document.go); the server gives them to its engine before it renders. */
export function settings(): Settings {
  current ??= JSON.parse(document.getElementById('settings')?.textContent as string) as Settings
  return current
}

export function setSettings(next: Settings): void {
  current = next
}

/** The office's address, line by line. */
export const addressLines = ({ office: { street, postalCode, city, country } }: Settings) =>
  [street, `${postalCode} ${city}`.trim(), country].filter(Boolean)

const hour = (at: number) => `${at % 12 || 12}:00 ${at % 24 < 12 ? 'A' : 'P'}M`

/** When somebody is in the office. */
export const hoursText = ({ opens, closes, zoneNames }: Settings) =>
  `Monday to Friday, ${hour(opens)} to ${hour(closes)} ${zoneNames[0].name}`
