import { useEffect, useState } from 'react'
import { hoursText, settings } from '~/lib/settings'
import { Status } from '~/ui/Badge'
import { officeTime } from './officeTime'

const day = 24

/** The opening hours on a time line of the day, and the office's current time. */
export function OfficeHours() {
  const shop = settings()
  const now = useMinute()
  return (
    <div>
      {now ? (
        <Day {...officeTime(now, shop)} opens={shop.opens} closes={shop.closes} />
      ) : (
        <div className="h-28" />
      )}
      <p className="mt-5 text-small text-muted">{hoursText(shop)}</p>
    </div>
  )
}

function Day({
  weekday,
  time,
  zone,
  hours,
  open,
  opens,
  closes,
}: ReturnType<typeof officeTime> & { opens: number; closes: number }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <p className="label text-muted">
          {weekday} {time} {zone}
        </p>
        <Status tone={open ? 'ok' : 'neutral'}>
          {open ? 'The office is open now' : 'The office is closed now'}
        </Status>
      </div>
      <div aria-hidden="true" className="mt-5">
        <div className="relative h-12 border-b border-control">
          <span
            className="absolute bottom-0 h-7 border-x border-control bg-lifted"
            style={{ left: `${(opens / day) * 100}%`, width: `${((closes - opens) / day) * 100}%` }}
          />
          {Array.from({ length: day + 1 }, (_, hour) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day don't change their order.
              key={hour}
              className={`absolute bottom-0 w-px bg-control ${hour % 6 === 0 ? 'h-3' : 'h-1.5'}`}
              style={{ left: `${(hour / day) * 100}%` }}
            />
          ))}
          <span
            className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-signal"
            style={{ left: `${(hours / day) * 100}%` }}
          />
        </div>
        <div className="relative mt-2 h-5">
          {[...new Set([0, opens, closes, day])].map((hour) => (
            <span
              key={hour}
              className={`label absolute text-faint ${hour === 0 ? '' : hour === day ? '-translate-x-full' : '-translate-x-1/2'}`}
              style={{ left: `${(hour / day) * 100}%` }}
            >
              {String(hour).padStart(2, '0')}
            </span>
          ))}
        </div>
      </div>
    </>
  )
}

/** The current minute; undefined on the server and during hydration. */
function useMinute(): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    if (!now) return setNow(new Date())
    const timer = setTimeout(() => setNow(new Date()), 60_000 - (now.getTime() % 60_000))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
