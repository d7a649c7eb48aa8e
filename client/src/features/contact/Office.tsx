import { addressLines, settings } from '~/lib/settings'
import { SectionHeading } from '~/ui/Layout'
import { RichText } from '~/ui/RichText'
import { OfficeHours } from './OfficeHours'

const link = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline'

/** Address, opening hours and other contact details of the office. `note` is HTML. */
export function Office({ note }: { note: string }) {
  const shop = settings()
  return (
    <>
      <SectionHeading
        label="Office"
        title={shop.office.city || shop.name}
        lead={note && <RichText html={note} />}
      />
      <div className="grid gap-x-8 gap-y-10 md:grid-cols-12">
        <address className="text-lead not-italic md:col-span-3">
          <span className="whitespace-pre-line">{addressLines(shop).join('\n')}</span>
        </address>
        <dl className="grid content-start gap-4 md:col-span-3">
          {shop.phone && (
            <div>
              <dt className="label text-faint uppercase">Phone</dt>
              <dd>
                <a href={`tel:${shop.phone.replaceAll(' ', '')}`} className={`${link} font-mono text-small`}>
                  {shop.phone}
                </a>
              </dd>
            </div>
          )}
          <div>
            <dt className="label text-faint uppercase">Email</dt>
            <dd>
              <a href={`mailto:${shop.email}`} className={link}>
                {shop.email}
              </a>
            </dd>
          </div>
        </dl>
        <div className="ticks p-6 sm:p-8 md:col-span-6">
          <OfficeHours />
        </div>
      </div>
    </>
  )
}
