import { Groups } from '~/features/admin/kit/Groups'
import { markdownHint } from '~/features/admin/kit/markdown'
import { Part, Sections } from '~/features/admin/kit/Sections'
import { useFields } from '~/features/admin/kit/useContentForm'
import { humanise } from '~/lib/humanise'
import { TextArea, TextField } from '~/ui/Field'
import { type Draft, hasPage, type TextValues } from './textForm'

const titleOf = ({ anchor }: { anchor: string }) => humanise(anchor.replaceAll('-', '_'))

/** The fields of a text: sections that can be added, moved and removed, or those of its page's layout. */
export function TextFields({ draft: { name, layout, placeholders } }: { draft: Draft }) {
  const { text } = useFields<TextValues>()
  if (layout && !hasPage(name))
    return (
      <Sections titles={layout.map(titleOf)}>
        <p className="text-muted">
          Greetings, facts, amounts, links and buttons are added to each email. A blank field stands for its
          original words.
        </p>
        <Placeholders all={placeholders} />
        {layout.map((section, index) => (
          <Mail key={section.anchor} section={section} index={index} />
        ))}
      </Sections>
    )
  const first = (
    <>
      <Placeholders all={placeholders} />
      <TextField label="Title" required {...text('title')} />
    </>
  )
  if (layout)
    return (
      <Sections titles={layout.map(titleOf)}>
        {first}
        <TextField label="Summary" hint="For search engines" {...text('summary')} />
        {layout.map((section, index) => (
          <Fixed key={section.anchor} section={section} index={index} />
        ))}
      </Sections>
    )
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-12">
      {first}
      <TextArea label="Summary" rows={5} hint="One point a line, shown first" {...text('summary')} />
      <Part title="Sections">
        <Groups
          path="sections"
          one="section"
          blank={{ anchor: '', label: '', title: '', body: '', items: [] }}
        >
          {(path, index) => <Free path={path} number={index + 1} />}
        </Groups>
      </Part>
    </div>
  )
}

function Free({ path, number }: { path: string; number: number }) {
  const { text } = useFields<TextValues>()
  return (
    <>
      <TextField
        label={`Anchor of section ${number}`}
        required
        hint="Part of links to it, such as delivery"
        {...text(`${path}.anchor`)}
      />
      <TextArea label={`Text of section ${number}`} rows={8} hint={markdownHint} {...text(`${path}.body`)} />
      <Groups path={`${path}.items`} one={`section ${number} entry`} blank={{ key: '', title: '', text: '' }}>
        {(at, index) => (
          <TextArea
            label={`Text of section ${number} entry ${index + 1}`}
            required
            rows={3}
            hint="Each line is shown below the one before"
            {...text(`${at}.text`)}
          />
        )}
      </Groups>
    </>
  )
}

type Layout = NonNullable<Draft['layout']>[number]

function Mail({ section, index }: { section: Layout; index: number }) {
  const { text } = useFields<TextValues>()
  const name = titleOf(section)
  const at = `sections.${index}`
  const own = section.placeholders.map(({ name, description }) => `{{${name}}}: ${description}`)
  return (
    <Part title={name} lead={own.join('. ')}>
      <TextField label={`${name}: subject`} {...text(`${at}.title`)} />
      <TextField label={`${name}: heading`} hint="Not in the plain text version" {...text(`${at}.label`)} />
      <TextArea
        label={`${name}: opening`}
        rows={3}
        hint="Plain text, with empty lines between paragraphs"
        {...text(`${at}.body`)}
      />
      {section.items.map((key, item) => (
        <TextArea key={key} label={`${name}: ${key}`} rows={2} {...text(`${at}.items.${item}.text`)} />
      ))}
    </Part>
  )
}

function Fixed({ section, index }: { section: Layout; index: number }) {
  const { text } = useFields<TextValues>()
  const name = titleOf(section)
  const at = `sections.${index}`
  return (
    <Part title={name}>
      {section.label && (
        <TextField label={`${name}: label`} hint="Above the title" {...text(`${at}.label`)} />
      )}
      {section.title && <TextField label={`${name}: title`} {...text(`${at}.title`)} />}
      {section.body && (
        <TextArea label={`${name}: text`} rows={4} hint={markdownHint} {...text(`${at}.body`)} />
      )}
      {section.items.map((key, item) => (
        <fieldset key={key} className="grid min-w-0 grid-cols-1 gap-4 border-l-2 pl-5">
          <legend className="label text-muted">{humanise(key)}</legend>
          <TextField label={`${name}, ${key}: title`} {...text(`${at}.items.${item}.title`)} />
          <TextArea label={`${name}, ${key}: text`} rows={2} {...text(`${at}.items.${item}.text`)} />
        </fieldset>
      ))}
    </Part>
  )
}

function Placeholders({ all }: { all: Draft['placeholders'] }) {
  return (
    <details className="border bg-plate px-5 text-small">
      <summary className="flex min-h-11 items-center">Placeholders for values of the settings</summary>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 pb-4">
        {all.map(({ name, description }) => (
          <div key={name} className="col-span-full grid grid-cols-subgrid">
            <dt className="label">{`{{${name}}}`}</dt>
            <dd className="text-muted">{description}</dd>
          </div>
        ))}
      </dl>
      <p className="pb-4 text-muted">A line with a placeholder whose value is blank is left out.</p>
    </details>
  )
}
