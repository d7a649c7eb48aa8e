import { Button, type ButtonVariant } from '~/ui/Button'
import { downloadList, type ExportedList, type ExportFilter, type ExportFormat } from './download'
import { useAction } from './useAction'

/** Saves a list as a file, with the current filters. */
export function ExportButton({
  list,
  filter = {},
  format = 'csv',
  variant,
  children = `Export ${format.toUpperCase()}`,
}: {
  list: ExportedList
  filter?: ExportFilter
  format?: ExportFormat
  variant?: ButtonVariant
  children?: string
}) {
  const { run, busy } = useAction()

  async function save() {
    try {
      return { name: await downloadList(list, filter, format), userErrors: [] }
    } catch (error) {
      // Without an answer the browser's own words say nothing to people.
      const reason =
        error instanceof TypeError || error instanceof DOMException ? '' : (error as Error).message
      return { name: '', userErrors: [{ message: reason || 'Please try again.' }] }
    }
  }
  return (
    <Button
      size="sm"
      variant={variant}
      loading={busy}
      loadingText="Exporting..."
      onClick={() => run(save, { done: ({ name }) => `${name} was saved`, failed: 'Failed to export.' })}
    >
      {children}
    </Button>
  )
}
