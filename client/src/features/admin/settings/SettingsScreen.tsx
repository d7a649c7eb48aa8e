import { useApolloClient, useQuery } from '@apollo/client/react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { PictureField, usePicture } from '~/features/admin/kit/PictureField'
import { Rows } from '~/features/admin/kit/Rows'
import { SaveBar } from '~/features/admin/kit/SaveBar'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { Part, Sections } from '~/features/admin/kit/Sections'
import { useAction } from '~/features/admin/kit/useAction'
import { ContentForm, changedFields, useContentForm, useFields } from '~/features/admin/kit/useContentForm'
import { publish } from '~/features/admin/shell/useSettings'
import { countries } from '~/lib/countries'
import { CheckBox } from '~/ui/CheckBox'
import { ErrorState } from '~/ui/ErrorState'
import { SelectField, TextArea, TextField } from '~/ui/Field'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { toast } from '~/ui/toasts'
import { Unsaved } from '~/ui/Unsaved'
import {
  AdminSettingsDocument,
  AdminSettingsHistoryDocument,
  SettingsUpdateDocument,
} from './AdminSettings.gen'
import { History } from './History'
import {
  type Edited,
  labels,
  type Published,
  publishedSettings,
  settingsInput,
  settingsValues,
} from './settingsForm'

const hours = Array.from({ length: 25 }, (_, hour) => hour)
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** What the owner sets of the shop: name, addresses, numbers, looks. */
export default function SettingsScreen() {
  // The form starts from what the server has now.
  const { data, error, refetch } = useQuery(AdminSettingsDocument, { fetchPolicy: 'network-only' })
  return (
    <>
      <ScreenHead title="Settings" />
      {data ? (
        <SettingsEditor first={data.siteSettings} />
      ) : error ? (
        <ErrorState
          title="The settings could not be loaded"
          message="Check your connection and try again."
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ) : (
        <Loading label="Loading the settings">
          <div className="grid max-w-4xl gap-6">
            <Skeleton className="h-12" />
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
          </div>
        </Loading>
      )}
    </>
  )
}

function SettingsEditor({ first }: { first: Edited }) {
  const client = useApolloClient()
  const [site, setSite] = useState(first)
  const [stored, setStored] = useState(() => settingsValues(first))
  const form = useContentForm(stored)
  const [others, setOthers] = useState<string[]>()
  const logo = usePicture()
  const icon = usePicture()
  const shareImage = usePicture()
  const pictures = [logo, icon, shareImage]
  const { run, send, busy } = useAction()
  const changed = form.changed.length > 0 || pictures.some(({ chosen }) => chosen)

  /** Takes over what is stored now, except where something else has been typed since it was `sent`. */
  function accept(now: Edited, sent: typeof stored) {
    const values = settingsValues(now)
    setSite(now)
    setStored(values)
    form.accept(sent, values)
  }
  function refreshSettings(published?: Published | null) {
    if (published) publish(publishedSettings(published))
    void client.refetchQueries({ include: [AdminSettingsHistoryDocument] })
  }
  /** Builds on what somebody else has saved, and keeps what was typed here. */
  async function takeNewer() {
    const { data } = await client.query({ query: AdminSettingsDocument, fetchPolicy: 'network-only' })
    if (!data) return
    const theirs = changedFields(settingsValues(data.siteSettings), stored)
    setOthers(theirs.map((name) => labels[name] ?? name))
    accept(data.siteSettings, stored)
    refreshSettings()
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (pictures.some(({ state }) => state.error)) return
    const sent = form.values
    await run(
      async () => {
        const [logoId, iconId, shareImageId] = await Promise.all(pictures.map(({ settled }) => settled()))
        const payload = await send(
          SettingsUpdateDocument,
          settingsInput(sent, site, { logoId, iconId, shareImageId }),
        )
        const refused = payload?.userErrors ?? []
        form.fail(
          refused.flatMap(({ field, message }) => (field ? [[field.join('.'), message] as const] : [])),
        )
        if (refused.some(({ code }) => code === 'CONFLICT')) await takeNewer()
        return payload
      },
      {
        failed: "Couldn't save the settings.",
        done: 'Settings were saved',
        onSuccess: ({ settings, published }) => {
          if (settings) accept(settings, sent)
          for (const { clear } of pictures) clear()
          setOthers(undefined)
          refreshSettings(published)
        },
      },
    )
  }
  function discard() {
    const { values } = form
    // A chosen picture would not come back.
    const undo = !pictures.some(({ chosen }) => chosen)
    form.reset(stored)
    for (const { clear } of pictures) clear()
    setOthers(undefined)
    toast.success('Changes discarded', undo ? { label: 'Undo', act: () => form.reset(values) } : undefined)
  }

  return (
    <>
      <ContentForm value={form}>
        <form noValidate onSubmit={save}>
          <Unsaved changed={changed} kept />
          {others && (
            <div
              role="alert"
              className="mb-8 max-w-4xl border-l-2 border-warn bg-raised px-4 py-3 text-small"
            >
              <p className="font-semibold">Someone else saved the settings while you were editing</p>
              <p className="mt-1 text-muted">
                {others.length > 0 ? `They changed: ${others.join(', ')}. ` : ''}
                What you typed is still here. Review it, then save again.
              </p>
            </div>
          )}
          <Fields site={site} logo={logo} icon={icon} shareImage={shareImage} />
          <SaveBar
            shown={changed || busy}
            errors={Object.keys(form.errors).length}
            busy={busy}
            onDiscard={discard}
          />
        </form>
      </ContentForm>
      <History
        version={site.version}
        unsaved={changed}
        onRestored={({ settings, published }) => {
          if (settings) {
            const values = settingsValues(settings)
            setSite(settings)
            setStored(values)
            form.reset(values)
          }
          refreshSettings(published)
        }}
      />
    </>
  )
}

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

function Fields({
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
  /** A field that an environment variable fixes says so. */
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
          <TextField label="First day" type="date" {...text('announcement.from')} />
          <TextField label="Last day" type="date" {...text('announcement.until')} />
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
