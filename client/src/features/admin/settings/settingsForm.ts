import { dayStart } from '~/features/admin/kit/day'
import type { SettingsInput } from '~/lib/schema.gen'
import type { Settings } from '~/lib/settings'
import type { EditedSettingsFragment, PublishedSettingsFragment } from './AdminSettings.gen'

export type Edited = Omit<EditedSettingsFragment, ' $fragmentName'>
export type Published = Omit<PublishedSettingsFragment, ' $fragmentName'>

/** The values of the form. */
export type SettingsValues = ReturnType<typeof settingsValues>

const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** The date of an instant in the user's time zone; of an end, the last date before it. */
function day(instant: string | null | undefined, isEnd = false): string {
  if (!instant) return ''
  return dayOf(new Date(new Date(instant).getTime() - (isEnd ? 1 : 0)))
}

export function settingsValues(site: Edited) {
  const { name, short, retail, legalName, title, description, email, phone, country, timeZone } = site
  const { registrationNumber, vatNumber, orderPrefix, quotePrefix, mailFrom, contactTo } = site
  const { street, postalCode, city, country: officeCountry } = site.office
  const { holder, iban, bic } = site.bank
  return {
    ...{ name, short, retail, legalName, title, description, email, phone, country, timeZone },
    ...{ registrationNumber, vatNumber, orderPrefix, quotePrefix, mailFrom, contactTo },
    office: { street, postalCode, city, country: officeCountry },
    bank: { holder, iban, bic },
    opens: String(site.opens),
    closes: String(site.closes),
    lowStock: String(site.lowStock),
    /** One per line. */
    holidays: site.holidays.join('\n'),
    social: site.social.map(({ name, url }) => ({ name, url })),
    filters: site.filters.map(({ label, value }) => ({ label, value })),
    footerCategories: site.footerCategories.map(({ label, value }) => ({ label, value })),
    nextOrderNumber: String(site.nextOrderNumber),
    nextQuoteNumber: String(site.nextQuoteNumber),
    announcement: {
      text: site.announcement?.text ?? '',
      link: site.announcement?.link ?? '',
      from: day(site.announcement?.from),
      until: day(site.announcement?.until, true),
    },
    removeLogo: false,
    removeIcon: false,
    removeShareImage: false,
  }
}

const filled = (filters: SettingsValues['filters']) =>
  filters.filter(({ label, value }) => label.trim() || value.trim())

/** The values as GraphQL input. An unchanged next number is null, which lets the server continue the series. */
export function settingsInput(
  values: SettingsValues,
  { version, nextOrderNumber, nextQuoteNumber }: Edited,
  pictures: Pick<SettingsInput, 'logoId' | 'iconId' | 'shareImageId'>,
): SettingsInput {
  const { text, link, from, until } = values.announcement
  // The server rejects -1 with a message about valid numbers.
  const count = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : -1)
  const moved = (next: string, now: number) => (next.trim() === String(now) ? null : count(next))
  return {
    ...values,
    ...pictures,
    version,
    opens: Number(values.opens),
    closes: Number(values.closes),
    lowStock: count(values.lowStock),
    holidays: values.holidays.split(/[\s,]+/).filter(Boolean),
    social: values.social.filter(({ name, url }) => name.trim() || url.trim()),
    filters: filled(values.filters),
    footerCategories: filled(values.footerCategories),
    nextOrderNumber: moved(values.nextOrderNumber, nextOrderNumber),
    nextQuoteNumber: moved(values.nextQuoteNumber, nextQuoteNumber),
    announcement: text.trim()
      ? { text, link, from: dayStart(from) ?? null, until: dayStart(until, 1) ?? null }
      : null,
  }
}

/** The published settings as a rendered page has them: without empty ones. */
export function publishedSettings(published: Published): Settings {
  const set = Object.entries(published).filter(
    ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return { description: '', shareImage: { url: '/icon-512.png' }, ...Object.fromEntries(set) } as Settings
}
