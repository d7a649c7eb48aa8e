import { type ReactNode, useId } from 'react'
import { timeZone } from '~/features/admin/kit/day'
import { PictureField, type usePicture } from '~/features/admin/kit/PictureField'
import { Rows } from '~/features/admin/kit/Rows'
import { Part, Sections } from '~/features/admin/kit/Sections'
import { useFields } from '~/features/admin/kit/useContentForm'
import { countries } from '~/lib/countries'
import { CheckBox } from '~/ui/CheckBox'
import { SelectField, TextArea, TextField } from '~/ui/Field'
import type { Edited } from './settingsForm'

const hours = Array.from({ length: 25 }, (_, hour) => hour)
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

const parts = [
  'Brand',
  'Logo and icons',
  'Categories',
  'Announcement',
  'Contact',
  'Office hours',
  'Company',
  'Numbers',
  'Stock',
  'Email',
]

const categoryColumns = [
  { name: 'label', label: 'Name' },
  { name: 'value', label: 'Category' },
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
  /** Disables a field whose value an environment variable sets, and explains that. */
  const unlessFixed = (name: string, hint?: string, path = name) => ({
    ...text(path),
    ...(fixed.has(name)
      ? { disabled: true, hint: `Set by the environment variable ${fixed.get(name)}.` }
      : { hint }),
  })
  const all = countries(site.country)
  return (
    <Sections titles={parts}>
      <Part title="Brand" lead="How the shop is called on its pages, in emails and on PDFs.">
        <Pair>
          <TextField label="Shop name" required {...text('name')} />
          <TextField
            label="Short name"
            required
            hint="Beside the logo and on small screens"
            {...text('short')}
          />
        </Pair>
        <Pair>
          <TextField label="Legal name" hint="On invoices and legal pages" {...text('legalName')} />
          <TextField label="Second brand" hint="For retail automation" {...text('retail')} />
        </Pair>
        <TextField
          label="Home page title"
          required
          hint="Shown in browser tabs and search results"
          {...text('title')}
        />
        <TextArea
          label="Description"
          rows={3}
          hint="For search engines, on pages without a description of their own"
          {...text('description')}
        />
      </Part>
      <Part title="Logo and icons">
        <PictureRow label="Logo" picture={logo} present={site.logo?.url} remove={check('removeLogo')} />
        <PictureRow
          label="Browser icon"
          picture={icon}
          present={site.icon?.url}
          remove={check('removeIcon')}
        />
        <PictureRow
          label="Share picture"
          picture={shareImage}
          present={site.shareImage?.url}
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
          <TextField label="Email" type="email" required {...text('email')} />
          <TextField label="Phone" type="tel" {...text('phone')} />
        </Pair>
        <TextField label="Street" {...text('office.street')} />
        <Pair>
          <TextField label="Postal code" {...text('office.postalCode')} />
          <TextField label="City" {...text('office.city')} />
        </Pair>
        <Pair>
          <TextField label="Country" {...text('office.country')} />
        </Pair>
        <Rows
          path="social"
          legend="Social links"
          one="link"
          columns={[
            { name: 'name', label: 'Network' },
            { name: 'url', label: 'Address' },
          ]}
          most={12}
        />
      </Part>
      <Part
        title="Office hours"
        lead="Monday to Friday, on the clock of the office. Replies are promised by them."
      >
        <Pair>
          <SelectField label="Opens at" required {...text('opens')}>
            {hours.slice(0, 24).map((hour) => (
              <option key={hour} value={hour}>
                {hourText(hour)}
              </option>
            ))}
          </SelectField>
          <SelectField label="Closes at" required {...text('closes')}>
            {hours.slice(1).map((hour) => (
              <option key={hour} value={hour}>
                {hourText(hour)}
              </option>
            ))}
          </SelectField>
        </Pair>
        <Pair>
          <TextField
            label="Time zone"
            required
            list={zones}
            hint="Type a city, such as Amsterdam"
            {...text('timeZone')}
          />
        </Pair>
        <datalist id={zones}>
          {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </datalist>
        <TextArea label="Holidays" rows={4} {...unlessFixed('holidays', 'One a line, such as 2026-12-25')} />
      </Part>
      <Part title="Company" lead="For invoices and the legal pages.">
        <Pair>
          <TextField label="Registration number" {...text('registrationNumber')} />
          <TextField label="VAT number" {...text('vatNumber')} />
        </Pair>
        <TextField label="Account holder" {...unlessFixed('bank', undefined, 'bank.holder')} />
        <Pair>
          <TextField label="IBAN" {...unlessFixed('bank', 'Buyers pay to this account.', 'bank.iban')} />
          <TextField label="BIC" {...unlessFixed('bank', undefined, 'bank.bic')} />
        </Pair>
        <Pair>
          <SelectField
            label="Default country"
            required
            hint="With which a new delivery address starts"
            {...text('country')}
          >
            {all.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </Pair>
      </Part>
      <Part
        title="Numbers"
        lead="An invoice has the number of its order. Numbers only move forward; existing ones stay as they are."
      >
        <Pair>
          <TextField label="Order prefix" required {...text('orderPrefix')} />
          <TextField label="Next order number" required inputMode="numeric" {...text('nextOrderNumber')} />
        </Pair>
        <Pair>
          <TextField label="Quote prefix" required {...text('quotePrefix')} />
          <TextField label="Next quote number" required inputMode="numeric" {...text('nextQuoteNumber')} />
        </Pair>
      </Part>
      <Part
        title="Stock"
        lead="When the stock of a product falls to this number, we email the recipient of notices once."
      >
        <Pair>
          <TextField
            label="Low stock at"
            required
            inputMode="numeric"
            hint="Units. The dashboard lists products with as many or fewer."
            {...text('lowStock')}
          />
        </Pair>
      </Part>
      <Part title="Email">
        <Pair>
          <TextField
            label="Sender of emails"
            type="email"
            {...unlessFixed('mailFrom', 'Blank: shop@ and the host of the site')}
          />
          <TextField
            label="Recipient of notices"
            type="email"
            {...unlessFixed('contactTo', 'Contact messages and low stock go here. Blank: the email above')}
          />
        </Pair>
      </Part>
    </Sections>
  )
}

function PictureRow({
  label,
  picture,
  present,
  remove,
}: {
  label: string
  picture: Picture
  present: string | undefined
  remove: { name: string; checked: boolean; onChange: (event: { target: { checked: boolean } }) => void }
}) {
  return (
    <div className="grid gap-3">
      <PictureField label={label} picture={picture} present={present} />
      {present && !picture.chosen && <CheckBox label={`Remove the ${label.toLowerCase()}`} {...remove} />}
    </div>
  )
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-6 sm:grid-cols-2">{children}</div>
)
