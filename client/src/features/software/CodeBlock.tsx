import { useRef } from 'react'
import { CopyCode } from './CopyCode'
import { highlight, type Language, type TokenKind } from './highlight'

const languages: Record<Language, string> = {
  cpp: 'C++',
  cmake: 'CMake',
  xml: 'XML',
  yaml: 'YAML',
  ts: 'TypeScript',
  sh: 'Shell',
}

const looks: Record<Exclude<TokenKind, 'plain'>, string> = {
  comment: 'text-faint',
  string: 'text-info',
  keyword: 'text-fg font-semibold',
  number: 'text-warn',
}

/** Highlighted code with its file name and a copy button. Long lines scroll, also by keyboard. */
export function CodeBlock({
  name,
  language,
  code,
  bare = false,
}: {
  name: string
  language: Language
  code: string
  /** A command of a line or two: no bar above it. */
  bare?: boolean
}) {
  const block = useRef<HTMLElement>(null)
  const copy = <CopyCode name={name} code={code} block={block} />
  return (
    <figure className="min-w-0 rounded-plate border bg-plate">
      <figcaption className={bare ? 'sr-only' : 'flex items-center justify-between gap-4 border-b px-4'}>
        <span className="label flex min-w-0 flex-wrap gap-x-4 py-3">
          <span className="text-fg">{name}</span>
          <span className="text-faint">{languages[language]}</span>
        </span>
        {!bare && copy}
      </figcaption>
      <div className={bare ? 'flex items-start' : undefined}>
        <section
          aria-label={`${name}, ${languages[language]}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the focused element.
          tabIndex={0}
          className={`min-w-0 overflow-auto -outline-offset-2 ${bare ? 'flex-1' : 'max-h-[44rem]'}`}
        >
          <pre className={`w-max px-4 font-mono text-[0.8125rem] text-muted ${bare ? 'py-3' : 'py-4'}`}>
            <code ref={block}>
              {highlight(code, language).map(({ kind, text }, index) =>
                kind === 'plain' ? (
                  text
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: tokens don't change their order.
                  <span key={index} className={looks[kind]}>
                    {text}
                  </span>
                ),
              )}
            </code>
          </pre>
        </section>
        {bare && <div className="pr-4">{copy}</div>}
      </div>
    </figure>
  )
}
