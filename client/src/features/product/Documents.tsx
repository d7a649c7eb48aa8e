import type { ReactNode } from 'react'
import { documentKinds } from '~/lib/documentKinds'
import { fileSize } from '~/lib/fileSize'
import { useHydrated } from '~/lib/useHydrated'
import { Icon } from '~/ui/Icon'
import { Section, SectionHeading } from '~/ui/Layout'
import type { Documents_ProductFragment } from './Documents.gen'
import { sceneViewer } from './sceneViewer'

/** The data sheet, the CAD files and other documents, with format and size. */
export default function Documents({ product }: { product: Documents_ProductFragment }) {
  const { name, model, dataSheet, documents } = product
  const isAndroid = useHydrated() && /Android/.test(navigator.userAgent) && window.isSecureContext
  const fileName = (...parts: string[]) =>
    `${[model || name, ...parts].join(' ').replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`
  return (
    <Section id="documents" tight>
      <SectionHeading label="Downloads" title="Documents and CAD" />
      <ul className="border-b">
        <Row
          kind="Data sheet"
          title={`Data sheet ${model ?? ''}`}
          facts={['PDF']}
          href={dataSheet}
          download={`${fileName('data-sheet')}.pdf`}
        />
        {documents.map(({ kind, title, url, format, bytes, language }) => (
          <Row
            key={url + title}
            kind={documentKinds[kind]}
            title={title}
            facts={[language.toUpperCase(), format, fileSize(bytes)]}
            href={url}
            // Browsers display PDFs themselves.
            download={format === 'PDF' ? undefined : `${fileName(title)}.${format.toLowerCase()}`}
          >
            {format === 'GLB' && isAndroid && (
              <a
                href={sceneViewer(url, name)}
                className="inline-flex min-h-11 items-center text-small underline decoration-control underline-offset-4"
              >
                View in your room
              </a>
            )}
          </Row>
        ))}
      </ul>
    </Section>
  )
}

function Row({
  kind,
  title,
  facts,
  href,
  download,
  children,
}: {
  kind: string
  title: string
  facts: string[]
  href: string
  download?: string
  children?: ReactNode
}) {
  return (
    <li className="border-t">
      <a
        href={href}
        download={download}
        className="group grid min-h-14 grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1 py-3 md:grid-cols-12 md:gap-x-8"
      >
        <span className="label col-span-2 text-faint uppercase md:col-span-3">{kind}</span>
        <span className="underline decoration-control underline-offset-4 group-hover:decoration-fg md:col-span-6">
          {title}
        </span>
        <span className="flex items-center gap-4 font-mono text-small text-muted figures md:col-span-3 md:justify-self-end">
          {facts.filter(Boolean).join(', ')}
          <Icon name="arrow-down" className="size-4" />
        </span>
      </a>
      {children && <div className="md:ml-[calc(25%+0.5rem)]">{children}</div>}
    </li>
  )
}
