import { useEffect, useRef } from 'react'
import { Button, IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { toast } from '~/ui/toasts'
import type { Handles } from './drawing/handles'
import { nameOf } from './drawing/PlanDrawing'
import { degreesText, formatFigure, lengthText, readDegrees, readLength } from './measures'
import {
  type Item,
  limits,
  maxObstacles,
  moveItem,
  type Obstacle,
  type ObstacleKind,
  type Plan,
  spotOf,
} from './plan'
import { UnitField } from './UnitField'

type Change = (to: (plan: Plan) => Plan, kind?: string) => void

const added: Record<ObstacleKind, Pick<Obstacle, 'length' | 'width' | 'height'>> = {
  TABLE: { length: 800, width: 600, height: 500 },
  CONVEYOR: { length: 1500, width: 400, height: 500 },
  FENCE: { length: 2000, width: 40, height: 1800 },
  BOX: { length: 500, width: 500, height: 800 },
}
const adds = [
  ['TABLE', 'Table'],
  ['CONVEYOR', 'Conveyor'],
  ['FENCE', 'Fence'],
  ['BOX', 'Box'],
] as const

/**
 * Points and obstacles as a list; the selected one has fields for its coordinates, and arrow keys on its heading move
 * it.
 */
export function Items({ plan, handles, change }: { plan: Plan; handles: Handles; change: Change }) {
  const items: Item[] = ['pick', 'place', ...plan.obstacles.keys()]
  const list = useRef<HTMLUListElement>(null)
  const focus = useRef<number>(undefined)
  useEffect(() => {
    if (focus.current === undefined) return
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>('[aria-expanded]')
    buttons?.[Math.min(focus.current, buttons.length - 1)]?.focus()
    focus.current = undefined
  })

  function add(kind: ObstacleKind) {
    const at = { kind, x: 600, y: -900, z: 0, heading: 0, ...added[kind] }
    change((before) => ({ ...before, obstacles: [...before.obstacles, at] }))
    handles.select(plan.obstacles.length)
    focus.current = items.length
  }

  function remove(item: number) {
    const one = plan.obstacles[item]
    const name = nameOf(plan, item)
    change((before) => ({ ...before, obstacles: before.obstacles.filter((_, index) => index !== item) }))
    handles.select('pick')
    focus.current = item + 1
    toast.success(`${name} removed`, {
      label: 'Undo',
      act: () =>
        one && change((before) => ({ ...before, obstacles: before.obstacles.toSpliced(item, 0, one) })),
    })
  }

  return (
    <>
      <p id="plan-keys" className="text-small text-faint">
        Drag in the drawing, or select an item and press the arrow keys: 10 mm, with Shift 100 mm. Page Up and
        Page Down change the height.
      </p>
      <ul ref={list} className="plan-items">
        {items.map((item) => (
          <Row key={item} plan={plan} item={item} handles={handles} change={change} onRemove={remove} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {adds.map(([kind, text]) => (
          <Button
            key={kind}
            size="sm"
            disabled={plan.obstacles.length >= maxObstacles}
            aria-label={`Add ${text.toLowerCase()}`}
            onClick={() => add(kind)}
          >
            <Icon name="plus" className="size-4" />
            {text}
          </Button>
        ))}
      </div>
    </>
  )
}

function Row({
  plan,
  item,
  handles,
  change,
  onRemove,
}: {
  plan: Plan
  item: Item
  handles: Handles
  change: Change
  onRemove: (item: number) => void
}) {
  const spot = spotOf(plan, item)
  if (!spot) return null
  const name = nameOf(plan, item)
  const selected = handles.selected === item
  const put = (to: Partial<Obstacle>, kind: string) =>
    change((before) => moveItem(before, item, to), `${item}${kind}`)
  const obstacle = typeof item === 'number' ? plan.obstacles[item] : undefined
  return (
    <li className="plan-item" data-selected={selected || undefined}>
      <button
        type="button"
        aria-expanded={selected}
        aria-describedby="plan-keys"
        onClick={() => handles.select(item)}
        onKeyDown={(event) => handles.key(item, event)}
      >
        <span className={`plan-mark ${obstacle ? '' : 'plan-mark-point'}`} aria-hidden="true" />
        <span className="text-small font-semibold">{name}</span>
        <span className="label text-faint">
          {formatFigure(spot.x)}, {formatFigure(spot.y)}, {formatFigure(spot.z)}
        </span>
      </button>
      {selected && (
        <div className="grid gap-3 pb-3">
          <div className="plan-fields">
            {(['x', 'y', 'z'] as const).map((axis) => (
              <UnitField
                key={axis}
                label={`${name} ${axis}`}
                short={axis.toUpperCase()}
                value={spot[axis]}
                text={lengthText}
                read={readLength}
                range={axis === 'z' ? limits.high : limits.coordinate}
                onChange={(value) => put({ [axis]: value }, axis)}
              />
            ))}
          </div>
          {obstacle && (
            <div className="plan-fields">
              {(['length', 'width', 'height'] as const).map((side) => (
                <UnitField
                  key={side}
                  label={`${name} ${side}`}
                  short={{ length: 'Length', width: 'Width', height: 'Height' }[side]}
                  value={obstacle[side]}
                  text={lengthText}
                  read={readLength}
                  range={side === 'height' ? limits.tall : limits.side}
                  onChange={(value) => put({ [side]: value }, side)}
                />
              ))}
            </div>
          )}
          <div className="plan-fields">
            <UnitField
              label={`${name} heading`}
              short="Heading"
              value={spot.heading}
              text={degreesText}
              read={readDegrees}
              range={limits.heading}
              onChange={(heading) => put({ heading }, 'heading')}
            />
            {typeof item === 'number' && (
              <div className="plan-remove">
                <IconButton label={`Remove ${name}`} onClick={() => onRemove(item)}>
                  <Icon name="trash" />
                </IconButton>
              </div>
            )}
          </div>
        </div>
      )}
    </li>
  )
}
