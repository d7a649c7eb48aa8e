import { useApolloClient, useQuery } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useDrawer } from '~/features/admin/kit/address'
import { focusScreen } from '~/features/admin/kit/ScreenHead'
import { useAction } from '~/features/admin/kit/useAction'
import { countLabel } from '~/lib/countLabel'
import { Button, ButtonLink } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { FormMessage } from '~/ui/FormMessage'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import {
  PreOrderMoveDocument,
  PreOrderMovePreviewDocument,
  type PreOrderMovePreviewQuery,
  PreOrderQueuesDocument,
} from './MoveDelivery.gen'
import { MoveFields } from './MoveFields'
import { MovePreview } from './MovePreview'
import { type MoveValues, moveFields, moveSchema, noMove, planOf } from './movePlan'

export type Preview = NonNullable<PreOrderMovePreviewQuery['preOrderMovePreview']['preview']>

/** A preview, and the values for which it was requested. */
type Seen = { preview: Preview; all: Preview['preOrders']; values: MoveValues; chosen?: string[] }

/** Moves the delivery dates of several pre-orders, after a preview. */
export function MoveDelivery({ onMoved }: { onMoved: () => void }) {
  const { id, link, close } = useDrawer('move')
  return (
    <>
      <ButtonLink size="sm" {...link('dates')}>
        Move delivery
      </ButtonLink>
      <Dialog open={id !== null} onClose={close} title="Move delivery" place="wide">
        <Move
          onMoved={onMoved}
          onClose={() => {
            close()
            focusScreen()
          }}
        />
      </Dialog>
    </>
  )
}

function Move({ onMoved, onClose }: { onMoved: () => void; onClose: () => void }) {
  const client = useApolloClient()
  const queues = useQuery(PreOrderQueuesDocument, { fetchPolicy: 'network-only' })
  const form = useForm<MoveValues>({ resolver: zodResolver(moveSchema), defaultValues: noMove })
  const { handleSubmit, setError, formState } = form
  const { run, send, failure } = useAction({ form: { fields: moveFields, setError } })
  const [seen, setSeen] = useState<Seen | null>(null)
  const [moving, setMoving] = useState(false)
  const moved = useRef(false)
  // The number of changes of the form: a response for earlier values is not shown.
  const edits = useRef(0)
  const { isSubmitting, isDirty } = formState

  const look = (values: MoveValues, chosen?: string[]) =>
    run(
      async () => {
        const before = edits.current
        const { data } = await client.query({
          query: PreOrderMovePreviewDocument,
          variables: { plan: planOf(values, chosen) },
          fetchPolicy: 'no-cache',
        })
        if (edits.current !== before) return { userErrors: [] }
        const preview = data?.preOrderMovePreview.preview ?? null
        // Unticked pre-orders remain listed, so that they can be ticked again.
        setSeen(
          (last) => preview && { preview, values, chosen, all: (chosen && last?.all) || preview.preOrders },
        )
        return data?.preOrderMovePreview
      },
      { failed: 'Failed to load the preview.' },
    )

  async function move({ preview, values, chosen }: Seen) {
    setMoving(true)
    await run(
      async () => {
        const plan = planOf(values, chosen)
        const payload = await send(PreOrderMoveDocument, { plan, previewed: preview.previewed })
        if (!payload?.preOrders.length) setSeen(null)
        return payload
      },
      {
        onSuccess: () => {
          moved.current = true
          onMoved()
        },
        close: onClose,
        done: ({ preOrders }) =>
          `${countLabel(preOrders.length, 'date')} moved, ${countLabel(preview.people, 'person', 'people')} will get an email`,
        failed: 'Failed to move the dates.',
      },
    )
    setMoving(false)
  }

  return (
    <>
      {/* Any change of the form discards the preview. */}
      <form
        noValidate
        onSubmit={handleSubmit((values) => look(values))}
        onChange={() => {
          edits.current++
          setSeen(null)
        }}
        className="grid gap-6"
      >
        <UnsavedChangesGuard changed={isDirty} saved={moved} />
        <MoveFields form={form} queues={queues.data?.preOrderQueues} />
        <div>
          <FormMessage failure={failure ?? (queues.error && 'Failed to load the queues.')} />
          <Button
            type="submit"
            variant={seen ? 'secondary' : 'primary'}
            loading={isSubmitting}
            loadingText="Loading..."
          >
            Preview affected customers
          </Button>
        </div>
      </form>
      <p role="status" className="sr-only">
        {seen && `${countLabel(seen.preview.people, 'person', 'people')} affected`}
      </p>
      {seen && (
        <MovePreview
          preview={seen.preview}
          all={seen.all}
          moving={moving}
          onChoose={(ids) => look(seen.values, ids)}
          onMove={() => move(seen)}
        />
      )}
    </>
  )
}
