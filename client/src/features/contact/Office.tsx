import { brand } from '~/lib/brand'
import { SectionHeading } from '~/ui/Layout'
import { OfficeHours } from './OfficeHours'

const link = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline'

/** Where we are, when somebody is there, and how else to reach us. */
export function Office() {
  const { street, city, country } = brand.office
  return (
    <>
      <SectionHeading label="Office" title="Amsterdam" lead="Visits by appointment." />
      <div className="grid gap-x-8 gap-y-10 md:grid-cols-12">
        <address className="text-lead not-italic md:col-span-3">
          {street}
          <br />
          {city}
          <br />
          {country}
        </address>
        <dl className="grid content-start gap-4 md:col-span-3">
          <div>
            <dt className="label text-faint uppercase">Phone</dt>
            <dd>
              <a href={`tel:${brand.phone.replaceAll(' ', '')}`} className={`${link} font-mono text-small`}>
                {brand.phone}
              </a>
            </dd>
          </div>
          <div>
            <dt className="label text-faint uppercase">Email</dt>
            <dd>
              <a href={`mailto:${brand.email}`} className={link}>
                {brand.email}
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
