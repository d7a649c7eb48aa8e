import { BrandMark } from '~/ui/BrandMark'
import { Button } from '~/ui/Button'

const services = [
  { mark: 'google', name: 'Google' },
  { mark: 'github', name: 'GitHub' },
] as const

/** The two services that this shop is not connected to: they stay visible, and say why they can't be used. */
export function OtherServices() {
  return (
    <div className="mt-8 border-t pt-6">
      <div className="grid gap-3 sm:grid-cols-2">
        {services.map(({ mark, name }) => (
          <Button key={mark} disabled aria-describedby="other-services">
            <BrandMark name={mark} />
            {name}
          </Button>
        ))}
      </div>
      <p id="other-services" className="mt-3 text-small text-faint">
        Signing in with Google or GitHub is not set up for this shop. Use your email address and password.
      </p>
    </div>
  )
}
