import type { FragmentType } from '@apollo/client'
import { useFragment } from '@apollo/client/react'
import { CornerTicks } from '~/ui/Layout'
import { Picture } from '~/ui/Picture'
import { Skeleton } from '~/ui/Skeleton'
import { initials } from './initials'
import { type Leader_MemberFragment, Leader_MemberFragmentDoc } from './Leader.gen'

type Avatar = NonNullable<Leader_MemberFragment['avatar']>

const frame = 'aspect-square w-full'

/** A member of the leadership: the uploaded portrait, or initials on a plate. */
export function Leader({
  member: from,
  index,
}: {
  member: FragmentType<Leader_MemberFragment>
  index: number
}) {
  const { data, complete } = useFragment({ fragment: Leader_MemberFragmentDoc, from })
  if (!complete) return null
  const { name, role, avatar } = data
  return (
    <article>
      {avatar ? <Portrait avatar={avatar} /> : <InitialsPlate name={name} index={index} />}
      <h3 className="mt-5">{name}</h3>
      <p className="mt-1 text-small text-muted">{role}</p>
    </article>
  )
}

/** Has no alternative text, because the name stands below. */
function Portrait({ avatar }: { avatar: Avatar }) {
  return (
    <Picture
      media={{ ...avatar, alt: '' }}
      sizes="(min-width: 64rem) 27rem, (min-width: 40rem) 50vw, 100vw"
      className={`${frame} bg-plate object-cover`}
    />
  )
}

/** Initials between centre lines; the planet's angle differs for each plate. */
function InitialsPlate({ name, index }: { name: string; index: number }) {
  const angle = -0.9 + index * 2.4
  return (
    <CornerTicks className={`bg-plate ${frame}`}>
      <svg viewBox="0 0 400 400" className="size-full fill-none stroke-line" aria-hidden="true">
        <path d="M200 24v120M200 256v120M24 200h52M324 200h52" strokeDasharray="28 6 4 6" />
        <circle cx="200" cy="200" r="132" className="stroke-control" />
        <circle cx="200" cy="200" r="104" strokeDasharray="3 5" />
        <circle
          cx={(200 + 132 * Math.cos(angle)).toFixed(1)}
          cy={(200 + 132 * Math.sin(angle)).toFixed(1)}
          r="9"
          className="fill-fg"
        />
        <text
          x="200"
          y="224"
          textAnchor="middle"
          className="fill-fg stroke-none text-[4.5rem] font-semibold [font-stretch:125%]"
        >
          {initials(name)}
        </text>
      </svg>
    </CornerTicks>
  )
}

/** The plate's skeleton. */
export function LeaderSkeleton() {
  return (
    <div>
      <Skeleton className={frame} />
      <Skeleton className="mt-5 h-7 w-3/5" />
      <Skeleton className="mt-2 h-5 w-4/5" />
    </div>
  )
}
