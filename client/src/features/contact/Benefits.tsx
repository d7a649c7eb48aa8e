import { itemsOf, type TextSection } from '~/features/texts/sections'
import { Card } from '~/ui/Card'

const drawings = {
  // A dimensioned sketch.
  guidance: {
    drawing:
      'M14 54V22h28l14 14v18ZM42 22v14h14M14 62v8M56 62v8M14 66h42M18 64l-4 2 4 2M52 64l4 2-4 2M64 22h8M64 54h8M68 22v32',
    accent: 'M66 26l2-4 2 4M66 50l2 4 2-4',
  },
  // A dial of 24 hours.
  support: {
    drawing:
      'M40 14a26 26 0 1 0 0 52 26 26 0 1 0 0-52M40 14v5M40 61v5M14 40h5M61 40h5M27 17.5l2 3.5M53 17.5 51 21M17.5 27l3.5 2M62.5 27 59 29M17.5 53l3.5-2M62.5 53 59 51M27 62.5l2-3.5M53 62.5 51 59M40 40V26',
    accent: 'M40 40l12 8',
  },
  // The time from question to reply.
  response: {
    drawing: 'M12 26h22v16H22l-6 6v-6h-4ZM68 26H46v16h12l6 6v-6h4ZM23 56v12M57 56v12M23 62h34',
    accent: 'M27 60l-4 2 4 2M53 60l4 2-4 2M51 34h12',
  },
}

/** What to expect after writing to the company. */
export function Benefits({ part }: { part: TextSection }) {
  return (
    <ul className="grid gap-4">
      {itemsOf(part, drawings).map(({ id, title, text, own: { drawing, accent } }) => (
        <Card as="li" key={id} className="grid grid-cols-[5rem_1fr] items-center gap-5 p-4 sm:gap-6 sm:p-5">
          <svg viewBox="0 0 80 80" className="fill-none stroke-muted" aria-hidden="true">
            <path d={drawing} />
            <path d={accent} className="stroke-signal" />
          </svg>
          <div>
            <h2 className="text-body leading-snug font-semibold tracking-normal">{title}</h2>
            <p className="mt-1 text-small text-muted">{text}</p>
          </div>
        </Card>
      ))}
    </ul>
  )
}
