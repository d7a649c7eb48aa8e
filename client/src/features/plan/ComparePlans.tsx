import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button, ButtonLink } from '~/ui/Button'
import { Dot } from '~/ui/Dot'
import { TextField } from '~/ui/Field'
import { planPath, readPlan } from './address'
import { tones } from './Checks'
import type { Plan } from './plan'
import { figuresOf, verdictOf } from './Results'
import { type CalculatedPlan, usePlanResult } from './usePlanResult'

/** Compares this plan with one from a link. */
export function ComparePlans({
  calculated,
  settled,
  otherPlan,
  onClose,
}: {
  calculated: CalculatedPlan
  settled: Plan
  otherPlan?: Plan
  onClose: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section className="grid gap-6 border-t pt-6" aria-labelledby="plan-compare">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="plan-compare" ref={heading} tabIndex={-1} className="text-lead">
          Compare plans
        </h2>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Close comparison
        </Button>
      </div>
      {otherPlan ? (
        <SideBySide calculated={calculated} settled={settled} otherPlan={otherPlan} />
      ) : (
        <Choice settled={settled} />
      )}
    </section>
  )
}

/** The choice of the plan to compare with. */
function Choice({ settled }: { settled: Plan }) {
  const navigate = useNavigate()
  const [link, setLink] = useState('')
  const [wrong, setWrong] = useState(false)

  function compare(event: FormEvent) {
    event.preventDefault()
    const [, query = ''] = link.split('?')
    const found = readPlan(new URLSearchParams(query))
    if (!found || typeof found === 'string') return setWrong(true)
    navigate(planPath(settled, found))
  }

  return (
    <div className="plan-choice">
      <form noValidate onSubmit={compare} className="grid content-start gap-3">
        <TextField
          label="Link to another plan"
          required
          inputMode="url"
          autoComplete="off"
          value={link}
          error={wrong ? "This link doesn't hold a plan. Copy it again with Copy link." : undefined}
          onChange={({ target }) => {
            setLink(target.value)
            setWrong(false)
          }}
        />
        <Button type="submit" size="sm" className="justify-self-start">
          Compare
        </Button>
      </form>
      <div className="grid content-start justify-items-start gap-3">
        <p className="text-small text-muted">
          Or keep this plan as it is now, and compare it with what you change next.
        </p>
        <Button size="sm" onClick={() => navigate(planPath(settled, settled))}>
          Compare with this plan
        </Button>
      </div>
    </div>
  )
}

function SideBySide({
  calculated,
  settled,
  otherPlan,
}: {
  calculated: CalculatedPlan
  settled: Plan
  otherPlan: Plan
}) {
  const navigate = useNavigate()
  const other = usePlanResult(otherPlan, undefined)
  if (other.failure)
    return (
      <div role="alert" className="grid justify-items-start gap-3 text-small">
        <p>Couldn't calculate the other plan. {other.failure}</p>
        <Button size="sm" onClick={other.retry}>
          Try again
        </Button>
      </div>
    )
  const sides = [calculated, other.calculated]
  const figures = sides.map((side) => side && figuresOf(side.result, side.plan.partsPerHour))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard. */}
      <section className="overflow-x-auto" aria-label="Comparison of two plans" tabIndex={0}>
        <table className="plan-compare text-small">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Figure</span>
              </th>
              <th scope="col">This plan</th>
              <th scope="col">Compared plan</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Verdict</th>
              {sides.map((side, k) => (
                <td key={k === 0 ? 'this' : 'other'}>
                  {side && (
                    <span className="inline-flex items-baseline gap-3">
                      <Dot tone={tones[side.result.outcome]} />
                      {verdictOf(side.result)}
                    </span>
                  )}
                </td>
              ))}
            </tr>
            {figures[0]?.map(({ label }, row) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {figures.map((side, k) => (
                  <td key={k === 0 ? 'this' : 'other'}>
                    <span className="font-mono figures">{side?.[row]?.value ?? '–'}</span>
                    {side?.[row]?.note && <span className="block text-faint">{side[row].note}</span>}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">Products</th>
              {sides.map((side, k) => (
                <td key={k === 0 ? 'this' : 'other'}>
                  {side?.result.products.map(({ id, name }) => (
                    <span key={id} className="block">
                      {name}
                    </span>
                  ))}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => navigate(planPath(otherPlan, settled))}>
          Swap plans
        </Button>
        <ButtonLink size="sm" to={planPath(settled)}>
          Compare with another
        </ButtonLink>
      </div>
    </>
  )
}
