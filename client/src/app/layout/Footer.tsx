import type { ReactNode } from 'react'
import { paths } from '~/lib/paths'
import { addressLines, hoursText, settings } from '~/lib/settings'
import { ButtonLink } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Logo } from '~/ui/Logo'
import { footerLinks, legalLinks } from './links'

const link = 'inline-flex min-h-9 items-center text-muted hover:text-fg hover:underline underline-offset-4'
const small = 'inline-flex min-h-9 items-center hover:text-fg hover:underline underline-offset-4'

/** The footer of every page: a link to the chat, link groups and the company's details. */
export function Footer() {
  const shop = settings()
  return (
    <footer className="border-t bg-plate">
      <div aria-hidden="true" className="ruler h-3" />
      <div className="shell grid grid-cols-2 gap-x-8 gap-y-6 py-10 md:grid-cols-12">
        <div className="grid content-start justify-items-start gap-6 col-span-full lg:col-span-3">
          <Logo />
          <p className="max-w-[32ch] text-h2 leading-[1.1] font-semibold tracking-[-0.015em] text-balance">
            Ask about payload, reach or lead time.
          </p>
          <ButtonLink to={paths.chat}>
            Chat with Robot
            <Icon name="arrow" className="size-4" />
          </ButtonLink>
        </div>
        {footerLinks().map(
          ({ title, links }) =>
            links.length > 0 && (
              <nav key={title} aria-label={title} className="md:col-span-3 lg:col-span-2">
                <Title>{title}</Title>
                <ul>
                  {links.map(({ to, text }) => (
                    <li key={to}>
                      <Link to={to} className={link}>
                        {text}
                      </Link>
                    </li>
                  ))}
                </ul>
              </nav>
            ),
        )}
        <div className="col-span-full md:col-span-6 lg:col-span-3">
          <Title>Contact</Title>
          <address className="grid gap-4 not-italic text-muted">
            <p className="whitespace-pre-line">{addressLines(shop).join('\n')}</p>
            <p className="grid justify-items-start">
              <a href={`mailto:${shop.email}`} className={link}>
                {shop.email}
              </a>
              {shop.phone && (
                <a href={`tel:${shop.phone.replaceAll(' ', '')}`} className={`${link} font-mono text-small`}>
                  {shop.phone}
                </a>
              )}
            </p>
            <p className="text-small text-faint">{hoursText(shop)}</p>
          </address>
        </div>
      </div>
      <div className="shell pb-8">
        <p className="dimension label text-faint">
          {shop.name}
          {shop.retail && ` / ${shop.retail}`}
        </p>
        <div className="label mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 text-faint">
          <p suppressHydrationWarning>
            &copy; {new Date().getFullYear()} {shop.name}
          </p>
          <ul className="flex flex-wrap gap-x-6 max-sm:hidden">
            {shop.social?.map(({ name, url }) => (
              <li key={url}>
                <a href={url} rel="noreferrer" className={small}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
          <nav aria-label="Legal">
            <ul className="flex flex-wrap gap-x-6">
              {legalLinks.map(({ to, text }) => (
                <li key={to}>
                  <Link to={to} className={small}>
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
    </footer>
  )
}

function Title({ children }: { children: ReactNode }) {
  return <h2 className="label mb-3 font-normal text-faint uppercase">{children}</h2>
}
