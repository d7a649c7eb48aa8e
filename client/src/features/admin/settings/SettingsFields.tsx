import { type ComponentProps, type ReactNode, useId } from 'react'
import { timeZone } from '~/features/admin/kit/day'
import { PictureField, type usePicture } from '~/features/admin/kit/PictureField'
import { Rows } from '~/features/admin/kit/Rows'
import { Part, Sections } from '~/features/admin/kit/Sections'
import { settingsLabel } from '~/features/admin/kit/settingsLabels'
import { useFields } from '~/features/admin/kit/useContentForm'
import { countries } from '~/lib/countries'
import { type Amount, formatMoney } from '~/lib/format'
import { CheckBox } from '~/ui/CheckBox'
import { FactList } from '~/ui/FactList'
import { SelectField, TextArea, TextField } from '~/ui/Field'
import type { Edited } from './settingsForm'

/** The options from midnight to midnight. */
const hours = Array.from(Array(25).keys(), (hour) => (
  <option key={hour} value={hour}>
    {`${String(hour).padStart(2, '0')}:00`}
  </option>
))

const parts = [
  'Brand',
  'Logo and icons',
  'Categories',
  'Announcement',
  'Contact',
  'Office hours',
  'Company',
  'Prices',
  'Numbers',
  'Stock',
  'Email',
]

const categoryColumns = [
  { name: 'label', label: 'Name' },
  { name: 'value', label: 'Category' },
] as const

const socialColumns = [
  { name: 'name', label: 'Network' },
  { name: 'url', label: 'Address' },
] as const

type Picture = ReturnType<typeof usePicture>

/** The fields of all settings, in sections. */
export function SettingsFields({
  site,
  logo,
  icon,
  shareImage,
}: {
  site: Edited
  logo: Picture
  icon: Picture
  shareImage: Picture
}) {
  const { text, check } = useFields()
  const zones = useId()
  const fixed = new Map(site.fixed.map(({ field, variable }) => [field, variable]))
  /** The properties of a field, which is disabled if an environment variable sets its value. */
  function field(path: string, hint?: string) {
    const [name = ''] = path.split('.')
    const variable = fixed.get(name)
    return {
      label: settingsLabel(name),
      ...text(path),
      ...(variable ? { disabled: true, hint: `Set by the environment variable ${variable}.` } : { hint }),
    }
  }
  return (
    <Sections titles={parts}>
      <Part title="Brand" lead="How the shop is called on its pages, in emails and on PDFs.">
        <Pair>
          <TextField required {...field('name')} />
          <TextField required {...field('short', 'Beside the logo and on small screens')} />
        </Pair>
        <Pair>
          <TextField {...field('legalName', 'On invoices and legal pages')} />
          <TextField {...field('retail', 'For retail automation')} />
        </Pair>
        <TextField required {...field('title', 'Shown in browser tabs and search results')} />
        <TextArea
          rows={3}
          {...field('description', 'For search engines, on pages without a description of their own')}
        />
      </Part>
      <Part title="Logo and icons">
        <PictureRow name="logo" picture={logo} present={site.logo} remove={check('removeLogo')} />
        <PictureRow name="icon" picture={icon} present={site.icon} remove={check('removeIcon')} />
        <PictureRow
          name="shareImage"
          picture={shareImage}
          present={site.shareImage}
          remove={check('removeShareImage')}
        />
      </Part>
      <Part
        title="Categories"
        lead="A category finds the products whose own category contains it: “industrial” finds “Industrial / Palletising”."
      >
        <Rows path="filters" legend="Catalogue filters" one="filter" columns={categoryColumns} most={12} />
        <Rows
          path="footerCategories"
          legend="Footer links"
          one="footer link"
          columns={categoryColumns}
          most={12}
        />
      </Part>
      <Part title="Announcement" lead="A bar above the header of the shop that visitors can close.">
        <TextField label="Text" hint="Leave it blank to show no bar." {...text('announcement.text')} />
        <TextField
          label="Link"
          hint="A path such as /products, or an address that begins with https://"
          {...text('announcement.link')}
        />
        <Pair>
          <TextField
            label="First day"
            type="date"
            hint={`From 00:00, ${timeZone()}`}
            {...text('announcement.from')}
          />
          <TextField
            label="Last day"
            type="date"
            hint={`Until 24:00, ${timeZone()}`}
            {...text('announcement.until')}
          />
        </Pair>
      </Part>
      <Part title="Contact" lead="Shown in the footer, on the contact page and in emails.">
        <Pair>
          <TextField type="email" required {...field('email')} />
          <TextField type="tel" {...field('phone')} />
        </Pair>
        <TextField label="Street" {...text('office.street')} />
        <Pair>
          <TextField label="Postal code" {...text('office.postalCode')} />
          <TextField label="City" {...text('office.city')} />
        </Pair>
        <Pair>
          <TextField label="Country" {...text('office.country')} />
        </Pair>
        <Rows path="social" legend="Social links" one="link" columns={socialColumns} most={12} />
      </Part>
      <Part
        title="Office hours"
        lead="Monday to Friday, on the clock of the office. Replies are promised by them."
      >
        <Pair>
          <SelectField required {...field('opens')}>
            {hours.slice(0, 24)}
          </SelectField>
          <SelectField required {...field('closes')}>
            {hours.slice(1)}
          </SelectField>
        </Pair>
        <Pair>
          <TextField required list={zones} {...field('timeZone', 'Type a city, such as Amsterdam')} />
        </Pair>
        <datalist id={zones}>
          {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </datalist>
        <TextArea rows={4} {...field('holidays', 'One a line, such as 2026-12-25')} />
      </Part>
      <Part title="Company" lead="For invoices and the legal pages.">
        <Pair>
          <TextField {...field('registrationNumber')} />
          <TextField {...field('vatNumber')} />
        </Pair>
        <TextField {...field('bank.holder')} label="Account holder" />
        <Pair>
          <TextField {...field('bank.iban', 'Buyers pay to this account.')} label="IBAN" />
          <TextField {...field('bank.bic')} label="BIC" />
        </Pair>
        <Pair>
          <SelectField required {...field('country', 'With which a new delivery address starts')}>
            {countries(site.country).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </Pair>
      </Part>
      <Part
        title="Prices"
        lead="Set by the environment variables CURRENCY, TAX_PERCENT and SHIPPING. Orders keep the rates they were placed with."
      >
        <FactList
          items={[
            { label: 'Currency', value: site.terms.currency },
            { label: 'Tax', value: `${site.terms.taxPercent}% of the subtotal` },
            { label: 'Shipping', value: shippingText(site.terms.shipping) },
          ]}
        />
      </Part>
      <Part
        title="Numbers"
        lead="An invoice has the number of its order. Numbers only move forward; existing ones stay as they are."
      >
        <Pair>
          <TextField required {...field('orderPrefix')} />
          <TextField label="Next order number" required inputMode="numeric" {...text('nextOrderNumber')} />
        </Pair>
        <Pair>
          <TextField required {...field('quotePrefix')} />
          <TextField label="Next quote number" required inputMode="numeric" {...text('nextQuoteNumber')} />
        </Pair>
      </Part>
      <Part
        title="Stock"
        lead="When the stock of a product falls to this number, we email the recipient of notices once."
      >
        <Pair>
          <TextField
            required
            inputMode="numeric"
            {...field('lowStock', 'Units. The dashboard lists products with as many or fewer.')}
          />
        </Pair>
      </Part>
      <Part title="Email">
        <Pair>
          <TextField type="email" {...field('mailFrom', 'Blank: shop@ and the host of the site')} />
          <TextField
            type="email"
            {...field('contactTo', 'Contact messages and low stock go here. Blank: the email above')}
          />
        </Pair>
      </Part>
    </Sections>
  )
}

function PictureRow({
  name,
  picture,
  present,
  remove,
}: {
  name: 'logo' | 'icon' | 'shareImage'
  picture: Picture
  present: { url: string } | null
  remove: Omit<ComponentProps<typeof CheckBox>, 'label'>
}) {
  const label = settingsLabel(name)
  return (
    <div className="grid gap-3">
      <PictureField label={label} picture={picture} present={present?.url} />
      {present && !picture.chosen && <CheckBox label={`Remove the ${label.toLowerCase()}`} {...remove} />}
    </div>
  )
}

const shippingText = (price: Amount) =>
  Number(price.amount) === 0 ? 'Free' : `${formatMoney(price)} per order`

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-6 sm:grid-cols-2">{children}</div>
)
