import { useApolloClient, useQuery } from '@apollo/client/react'
import { type FormEvent, useState } from 'react'
import { usePicture } from '~/features/admin/kit/PictureField'
import { SaveBar } from '~/features/admin/kit/SaveBar'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { settingsLabel } from '~/features/admin/kit/settingsLabels'
import { useAction } from '~/features/admin/kit/useAction'
import { ContentForm, changedFields, useContentForm } from '~/features/admin/kit/useContentForm'
import { publish } from '~/features/admin/shell/useSettings'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { toast } from '~/ui/toasts'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import {
  AdminSettingsDocument,
  AdminSettingsHistoryDocument,
  SettingsUpdateDocument,
} from './AdminSettings.gen'
import { History } from './History'
import { SettingsFields } from './SettingsFields'
import { type Edited, type Published, publishedSettings, settingsInput, settingsValues } from './settingsForm'

/** The settings of the shop: name, addresses, numbers, pictures. */
export default function SettingsScreen() {
  // The form starts from the server's current settings.
  const { data, error, refetch } = useQuery(AdminSettingsDocument, { fetchPolicy: 'network-only' })
  return (
    <>
      <ScreenHead title="Settings" />
      {data ? (
        <SettingsEditor first={data.siteSettings} />
      ) : error ? (
        <ErrorState
          title="The settings could not be loaded"
          message="Check your connection and try again."
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ) : (
        <Loading label="Loading the settings">
          <div className="grid max-w-4xl gap-6">
            <Skeleton className="h-12" />
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
          </div>
        </Loading>
      )}
    </>
  )
}

function SettingsEditor({ first }: { first: Edited }) {
  const client = useApolloClient()
  const [site, setSite] = useState(first)
  const [stored, setStored] = useState(() => settingsValues(first))
  const form = useContentForm(stored)
  const [others, setOthers] = useState<string[]>()
  const logo = usePicture()
  const icon = usePicture()
  const shareImage = usePicture()
  const pictures = [logo, icon, shareImage]
  const { run, send, busy } = useAction()
  const changed = form.changed.length > 0 || pictures.some(({ chosen }) => chosen)

  /** Accepts the stored settings, except for fields that have changed since they were `sent`. */
  function accept(now: Edited, sent: typeof stored) {
    const values = settingsValues(now)
    setSite(now)
    setStored(values)
    form.accept(sent, values)
  }
  function refreshSettings(published?: Published | null) {
    if (published) publish(publishedSettings(published))
    void client.refetchQueries({ include: [AdminSettingsHistoryDocument] })
  }
  /** Fetches the settings that another user has saved, and keeps the unsaved input. */
  async function takeNewer() {
    const { data } = await client.query({ query: AdminSettingsDocument, fetchPolicy: 'network-only' })
    if (!data) return
    const theirs = changedFields(settingsValues(data.siteSettings), stored)
    setOthers(theirs.map(settingsLabel))
    accept(data.siteSettings, stored)
    refreshSettings()
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (pictures.some(({ state }) => state.error)) return
    const sent = form.values
    await run(
      async () => {
        const [logoId, iconId, shareImageId] = await Promise.all(pictures.map(({ settled }) => settled()))
        const payload = await send(
          SettingsUpdateDocument,
          settingsInput(sent, site, { logoId, iconId, shareImageId }),
        )
        const refused = payload?.userErrors ?? []
        form.fail(refused)
        if (refused.some(({ code }) => code === 'CONFLICT')) await takeNewer()
        return payload
      },
      {
        failed: "Couldn't save the settings.",
        done: 'Settings were saved',
        onSuccess: ({ settings, published }) => {
          if (settings) accept(settings, sent)
          for (const { clear } of pictures) clear()
          setOthers(undefined)
          refreshSettings(published)
        },
      },
    )
  }
  function discard() {
    const { values } = form
    // A chosen picture could not be restored.
    const undo = !pictures.some(({ chosen }) => chosen)
    form.reset(stored)
    for (const { clear } of pictures) clear()
    setOthers(undefined)
    toast.success('Changes discarded', undo ? { label: 'Undo', act: () => form.reset(values) } : undefined)
  }

  return (
    <>
      <ContentForm value={form}>
        <form noValidate onSubmit={save}>
          <UnsavedChangesGuard changed={changed} kept />
          {others && (
            <div
              role="alert"
              className="mb-8 max-w-4xl border-l-2 border-warn bg-raised px-4 py-3 text-small"
            >
              <p className="font-semibold">Someone else saved the settings while you were editing</p>
              <p className="mt-1 text-muted">
                {others.length > 0 ? `They changed: ${others.join(', ')}. ` : ''}
                What you typed is still here. Review it, then save again.
              </p>
            </div>
          )}
          <SettingsFields site={site} logo={logo} icon={icon} shareImage={shareImage} />
          <SaveBar
            shown={changed || busy}
            errors={Object.keys(form.errors).length}
            busy={busy}
            onDiscard={discard}
          />
        </form>
      </ContentForm>
      <History
        version={site.version}
        unsaved={changed}
        onRestored={({ settings, published }) => {
          if (settings) {
            const values = settingsValues(settings)
            setSite(settings)
            setStored(values)
            form.reset(values)
          }
          refreshSettings(published)
        }}
      />
    </>
  )
}
