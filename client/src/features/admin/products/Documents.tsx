import { useRef, useState } from 'react'
import { EntryButtons } from '~/features/admin/kit/EntryButtons'
import { FileField } from '~/features/admin/kit/FileField'
import { useFields } from '~/features/admin/kit/useContentForm'
import { documentKinds } from '~/lib/documentKinds'
import { fileSize } from '~/lib/fileSize'
import { isTyping } from '~/lib/isTyping'
import { moveItem } from '~/lib/moveItem'
import type { DocumentKind } from '~/lib/schema.gen'
import { uploadDocument } from '~/lib/upload'
import { FieldError, SelectField, TextField } from '~/ui/Field'
import { Spinner } from '~/ui/Spinner'
import type { ProductValues } from './draftForm'

const most = 20
const accept = '.pdf,.step,.stp,.stl,.glb'

/** The documents in their order. A chosen file joins the form once it is uploaded. */
export function Documents() {
  const { values, set, text, errors, focus } = useFields<ProductValues>()
  const { documents } = values
  // An upload must not revert changes made meanwhile.
  const latest = useRef(documents)
  latest.current = documents
  const [uploading, setUploading] = useState(false)
  const [refused, setRefused] = useState<{ at: number; message: string }>()

  /** Uploads a file for the document at an index, a new one at the end. */
  async function upload(file: File, url?: string) {
    setUploading(true)
    setRefused(undefined)
    const found = () => {
      const at = latest.current.findIndex((document) => document.url === url)
      return at < 0 ? latest.current.length : at
    }
    try {
      const uploaded = await uploadDocument(file)
      const at = found()
      const present = latest.current[at]
      const kind: DocumentKind = uploaded.format === 'PDF' ? 'MANUAL' : 'CAD'
      const document = {
        kind,
        title: file.name.replace(/\.[^.]*$/, ''),
        language: '',
        ...present,
        ...uploaded,
      }
      set('documents', present ? latest.current.with(at, document) : [...latest.current, document])
      if (!isTyping()) focus(`documents.${at}.title`)
    } catch (error) {
      setRefused({
        at: url === undefined ? -1 : found(),
        message: `${file.name}: ${(error as Error).message}`,
      })
    } finally {
      setUploading(false)
    }
  }

  return (
    <div className="grid gap-6">
      {documents.length > 0 && (
        <ol className="grid gap-8">
          {documents.map(({ url, format, bytes }, index) => {
            const at = `documents.${index}`
            const number = index + 1
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: documents have no identity but their index.
              <li key={index} className="grid grid-cols-1 gap-4 border-l-2 pl-5">
                <div className="flex flex-wrap items-center justify-between gap-x-4">
                  <a href={url} className="inline-flex min-h-11 items-center font-mono text-small underline">
                    {format}, {fileSize(bytes)}
                  </a>
                  <EntryButtons
                    name={`document ${number}`}
                    index={index}
                    count={documents.length}
                    onMove={(to) => {
                      set('documents', moveItem(documents, index, to))
                      if (to >= 0 && to < documents.length) focus(`documents.${to}.title`)
                    }}
                    onRemove={() => set('documents', documents.toSpliced(index, 1))}
                  />
                </div>
                {errors[at] && <FieldError id={`${at}-file`}>{errors[at]}</FieldError>}
                <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_11rem_11rem]">
                  <TextField label={`Title of document ${number}`} required {...text(`${at}.title`)} />
                  <SelectField label={`Kind of document ${number}`} required {...text(`${at}.kind`)}>
                    {Object.entries(documentKinds).map(([kind, label]) => (
                      <option key={kind} value={kind}>
                        {label}
                      </option>
                    ))}
                  </SelectField>
                  <TextField
                    label="Language"
                    aria-label={`Language of document ${number}`}
                    placeholder="en"
                    maxLength={2}
                    {...text(`${at}.language`)}
                  />
                </div>
                <FileField
                  label={`Replace the file of document ${number}`}
                  error={refused?.at === index && refused.message}
                  accept={accept}
                  disabled={uploading}
                  onChoose={([file]) => void upload(file, url)}
                />
              </li>
            )
          })}
        </ol>
      )}
      {errors.documents && <FieldError id="documents-error">{errors.documents}</FieldError>}
      <FileField
        label="Add a document"
        hint={`PDF up to 20 MB, STEP or binary STL up to 25 MB, GLB up to 10 MB. ${documents.length} of ${most}. The data sheet is made from this page's data.`}
        error={refused?.at === -1 && refused.message}
        accept={accept}
        disabled={uploading || documents.length >= most}
        onChoose={([file]) => void upload(file)}
      />
      <p role="status" className="flex items-center gap-3 text-small text-muted">
        {uploading && (
          <>
            <Spinner className="size-4" label="" />
            Uploading the document…
          </>
        )}
      </p>
    </div>
  )
}
