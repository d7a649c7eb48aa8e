import { useRef, useState } from 'react'
import { Button, type ButtonVariant } from '~/ui/Button'
import { toast } from '~/ui/toasts'
import { downloadList, type ExportedList, type ExportFilter } from './download'

/** Saves a list, as far as it is narrowed down, as a file for spreadsheets. */
export function ExportButton({
  list,
  filter = {},
  variant,
  children = 'Export CSV',
}: {
  list: ExportedList
  filter?: ExportFilter
  variant?: ButtonVariant
  children?: string
}) {
  const [loading, setLoading] = useState(false)
  const busy = useRef(false)

  async function run() {
    if (busy.current) return
    busy.current = true
    setLoading(true)
    try {
      toast.success(`${await downloadList(list, filter)} was saved`)
    } catch (error) {
      // Without an answer the browser's own words say nothing to people.
      const reason =
        error instanceof TypeError || error instanceof DOMException ? '' : (error as Error).message
      toast.error(`The export failed. ${reason || 'Please try again.'}`)
    } finally {
      busy.current = false
      setLoading(false)
    }
  }
  return (
    <Button size="sm" variant={variant} loading={loading} loadingText="Exporting..." onClick={run}>
      {children}
    </Button>
  )
}
