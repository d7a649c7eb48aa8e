import { Button } from '~/ui/Button'
import { FormMessage } from '~/ui/FormMessage'
import { focusScreen } from './ScreenHead'
import { noFields, type Payload, useAction } from './useAction'

/** The end of a dialog that publishes a draft, mounted anew for each opening. */
export function PublishButtons({
  disabled = false,
  done,
  onClose,
  publish,
}: {
  disabled?: boolean
  /** The toast of success. */
  done: string
  onClose: () => void
  publish: () => Promise<Payload | undefined>
}) {
  const { run, busy, failure } = useAction({ form: noFields })

  function close() {
    onClose()
    focusScreen()
  }
  return (
    <div>
      <FormMessage failure={failure} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          disabled={disabled}
          loading={busy}
          loadingText="Publishing..."
          onClick={() => run(publish, { failed: "Couldn't publish.", done, close })}
        >
          Publish
        </Button>
        <Button onClick={onClose}>Keep editing</Button>
      </div>
    </div>
  )
}
