import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ContentForm, useContentForm } from '~/features/admin/kit/useContentForm'
import { Documents } from './Documents'
import type { ProductValues } from './draftForm'
import { Pictures } from './Pictures'

const user = userEvent.setup()

function Form() {
  const form = useContentForm({ pictures: [], documents: [] } as unknown as ProductValues)
  return (
    <ContentForm value={form}>
      <input aria-label="Category" />
      <Pictures />
      <Documents />
    </ContentForm>
  )
}

/** Renders the form, whose uploads get no response until `answer` is called. */
function open() {
  let respond = (_: Response) => {}
  const response = new Promise<Response>((resolve) => {
    respond = resolve
  })
  vi.stubGlobal('fetch', () => response)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const { unmount } = render(<Form />)
  const answer = (upload: object) => act(async () => respond(new Response(JSON.stringify({ upload }))))
  return { answer, unmount }
}

test.each([
  {
    choose: 'Add pictures',
    file: new File(['x'], 'arm.png', { type: 'image/png' }),
    uploaded: { id: '1', url: '/media/arm.webp', width: 1, height: 1 },
    described: 'Describe the main picture',
  },
  {
    choose: 'Add a document',
    file: new File(['x'], 'arm.pdf', { type: 'application/pdf' }),
    uploaded: { url: '/media/arm.pdf', format: 'PDF', bytes: 1 },
    described: 'Title of document 1',
  },
])('$choose: the focus goes on to the description, unless somebody types elsewhere', async (upload) => {
  const first = open()
  await user.upload(screen.getByLabelText(upload.choose), upload.file)
  ;(document.activeElement as HTMLElement).blur()
  await first.answer(upload.uploaded)
  expect(document.activeElement).toBe(await screen.findByLabelText(upload.described, { exact: false }))
  first.unmount()

  const second = open()
  await user.upload(screen.getByLabelText(upload.choose), upload.file)
  await user.type(screen.getByLabelText('Category'), 'Arms')
  await second.answer(upload.uploaded)
  await screen.findByLabelText(upload.described, { exact: false })
  expect(document.activeElement).toBe(screen.getByLabelText('Category'))
})
