import { passwordStrength } from '~/lib/password'

const marks = [1, 2, 3, 4, 5]
const colours = ['', 'bg-error', 'bg-error', 'bg-warn', 'bg-warn', 'bg-ok']

/** Five bars and a word for a password's strength. */
export function PasswordMeter({ password }: { password: string }) {
  const { score, label } = passwordStrength(password)
  return (
    <div className="grid gap-2">
      <div aria-hidden="true" className="grid grid-cols-5 gap-1">
        {marks.map((mark) => (
          <span
            key={mark}
            className={`h-1 transition-colors duration-200 ${mark <= score ? colours[score] : 'bg-line'}`}
          />
        ))}
      </div>
      <p className="label text-faint" aria-live="polite">
        Password strength: <span className="text-muted">{label}</span>
      </p>
    </div>
  )
}
