/** Matches products whose category contains the value. */
type CategoryFilter = { label: string; value: string }

/** A time zone's name at an offset. */
type ZoneName = { offset: string; name: string }

/** The owner's settings of this shop: shop.PublicSettings. Empty ones may be absent. */
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
  /** This year's names by offset, standard time first. */
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
  /** The picture of link previews for pages without their own. */
  shareImage: { url: string }
  /** Rules of the shop: shop.Periods. */
  periods: { booksYears: number; paymentDays: number; assumedPaymentDays: number; preorderDays: number }
}

let current: Settings | undefined

/** The shop's settings. The document holds them (web/document.go); the server sets them before it renders. */
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

/** The office's opening hours. */
export const hoursText = ({ opens, closes, zoneNames }: Settings) =>
  `Monday to Friday, ${hour(opens)} to ${hour(closes)} ${zoneNames[0].name}`
