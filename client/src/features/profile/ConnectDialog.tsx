import { useMutation } from '@apollo/client/react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorMessage } from '~/lib/apollo'
import { paths } from '~/lib/paths'
import { providers } from '~/lib/providers'
import type { SignInProvider } from '~/lib/schema.gen'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { PasswordField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { toast } from '~/ui/toasts'
import { IdentityLinkDocument } from './Identities.gen'

/** Asks for the password before connecting a provider's account for signing in. */
export function ConnectDialog({
  proven,
  email,
}: {
  proven: { provider: SignInProvider; email: string }
  /** The account's email address. */
  email: string
}) {
  const { name } = providers[proven.provider]
  const navigate = useNavigate()
  const [run, { loading }] = useMutation(IdentityLinkDocument)
  const [wrong, setWrong] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const leave = () => navigate(paths.profile, { replace: true, preventScrollReset: true })

  async function connect(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    setFailure(undefined)
    setWrong(password ? undefined : 'Enter your password')
    if (!password) return
    try {
      const { data } = await run({ variables: { input: { password } } })
      const [refusal] = data?.identityLink.userErrors ?? []
      if (refusal?.field) return setWrong(refusal.message)
      if (refusal) return setFailure(refusal.message)
      toast.success(`${name} connected`)
      await leave()
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }

  return (
    <Dialog open onClose={leave} title={`Connect ${name}?`}>
      <form noValidate onSubmit={connect} className="grid gap-6">
        <p className="text-muted wrap-anywhere">
          Anyone signed in to {name} as <strong className="text-fg">{proven.email}</strong> will be able to
          sign in to your account.
        </p>
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={wrong}
        />
        <div>
          <FormMessage failure={failure} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" loading={loading} loadingText="Connecting...">
              Connect {name}
            </Button>
            <Button onClick={leave}>Don't connect</Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}
