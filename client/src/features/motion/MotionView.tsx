import { useCallback, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '~/ui/Button'
import { CheckBox } from '~/ui/CheckBox'
import { Chips } from '~/ui/Chips'
import { Icon } from '~/ui/Icon'
import { Picture, type PictureSource } from '~/ui/Picture'
import { allMachines } from './allMachines'
import { clampPose, interpolatePoses, type Joint, type Pose } from './kinematics'
import { type MachineFact, opening } from './machine'
import type { Model } from './models'
import { followPointers, keys } from './orbit'
import { Sliders } from './Sliders'
import { openStage, type Stage } from './stage'
import './view.css'

/** The 3D view of a machine with sliders for its joints; without WebGL its picture and a note. */
export function MotionView({
  name,
  model,
  picture,
}: {
  name: string
  model: Model
  picture?: PictureSource
}) {
  const machine = allMachines[model]
  const [missing, setMissing] = useState(false)
  const [gripper, setGripper] = useState(machine.gripper ?? false)
  const [reach, setReach] = useState(false)
  const [dimensions, setDimensions] = useState(false)
  const joints = machine.gripper === undefined ? machine.joints : [...machine.joints, opening]
  const { pose, move, goTo } = usePose(joints, machine.presets[0]?.pose)
  const { canvas, overlay, stage } = useStage(model, setMissing)
  useEffect(
    () => stage?.show({ pose, gripper, reach, dimensions }),
    [stage, pose, gripper, reach, dimensions],
  )
  if (missing) return <Missing name={name} picture={picture} />

  return (
    <div className="motion">
      <div className="motion-stage bg-plate">
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the view handles keys. */}
        <canvas
          ref={canvas}
          role="application"
          tabIndex={0}
          aria-label={`3D view of ${name}`}
          aria-describedby="motion-hint"
          onKeyDown={(event) => {
            const by = keys[event.key]
            if (event.ctrlKey || event.metaKey || event.altKey || (!by && event.key !== '0')) return
            event.preventDefault()
            if (by) stage?.look(by)
            else stage?.resetView()
          }}
        />
        <div ref={overlay} aria-hidden="true" className="motion-labels label" />
        <div className="motion-looks">
          <IconButton label="Zoom in" onClick={() => stage?.look({ zoom: 1.2 })}>
            <Icon name="plus" />
          </IconButton>
          <IconButton label="Zoom out" onClick={() => stage?.look({ zoom: 1 / 1.2 })}>
            <Icon name="minus" />
          </IconButton>
          <IconButton label="Reset view" onClick={() => stage?.resetView()}>
            <Icon name="refresh" />
          </IconButton>
        </div>
        <Facts facts={machine.facts(pose, gripper)} />
      </div>

      <div className="motion-controls">
        <div className="flex flex-wrap gap-2">
          {machine.presets.map((preset) => (
            <Button key={preset.name} size="sm" onClick={() => goTo(preset.pose)}>
              {preset.name}
            </Button>
          ))}
        </div>
        <Sliders joints={gripper ? joints : machine.joints} pose={pose} onMove={move} />
      </div>

      <div className="motion-shown">
        <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
          <div className="flex flex-wrap gap-x-6">
            <CheckBox
              label={machine.reach.name}
              checked={reach}
              onChange={({ target }) => setReach(target.checked)}
            />
            <CheckBox
              label="Dimensions"
              checked={dimensions}
              onChange={({ target }) => setDimensions(target.checked)}
            />
          </div>
          {machine.gripper !== undefined && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span aria-hidden="true" className="text-small text-muted">
                Gripper mounted
              </span>
              <Chips
                label="Gripper mounted"
                options={[
                  { value: 'none', label: 'None' },
                  { value: 'ours', label: 'Parallel gripper' },
                ]}
                value={gripper ? 'ours' : 'none'}
                onChange={(value) => setGripper(value === 'ours')}
              />
            </div>
          )}
        </div>
        <p id="motion-hint" className="mt-4 max-w-prose text-small text-faint">
          Drag to rotate, pinch or Ctrl + scroll to zoom. Keyboard: arrows rotate, + and − zoom, 0 resets.
          Sliders stop at joint limits. Collisions are not checked.
        </p>
      </div>
    </div>
  )
}

/** The joint values, which animate to a preset in 0.4 s, or at once with reduced motion. */
function usePose(joints: readonly Joint[], home: Pose = {}) {
  const [pose, setPose] = useState(() => clampPose(joints, { [opening.id]: 50, ...home }))
  const going = useRef(0)
  useEffect(() => () => cancelAnimationFrame(going.current), [])

  function move(id: string, value: number) {
    cancelAnimationFrame(going.current)
    setPose((before) => clampPose(joints, { ...before, [id]: value }))
  }

  function goTo(wanted: Pose) {
    cancelAnimationFrame(going.current)
    const to = { ...pose, ...wanted }
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return setPose(to)
    const began = performance.now()
    const step = (now: number) => {
      const part = Math.min((now - began) / 400, 1)
      setPose(part < 1 ? interpolatePoses(pose, to, 1 - (1 - part) ** 3) : to)
      if (part < 1) going.current = requestAnimationFrame(step)
    }
    going.current = requestAnimationFrame(step)
  }

  return { pose, move, goTo }
}

/** The stage on its canvas while mounted. */
function useStage(model: Model, setMissing: (missing: boolean) => void) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<Stage>()
  const miss = useCallback(() => setMissing(true), [setMissing])
  useEffect(() => {
    const [shown, words] = [canvas.current, overlay.current]
    if (!shown || !words) return
    let end = () => {}
    // Building the machine takes a while, so the page is shown first.
    const later = setTimeout(() => {
      const opened = openStage(shown, words, model)
      if (!opened) return miss()
      const leave = followPointers(shown, opened.look)
      shown.addEventListener('webglcontextlost', miss)
      setStage(opened)
      end = () => {
        shown.removeEventListener('webglcontextlost', miss)
        leave()
        opened.dispose()
      }
    })
    return () => {
      clearTimeout(later)
      end()
    }
  }, [model, miss])
  return { canvas, overlay, stage }
}

/** Figures of the pose, announced once it has settled. */
function Facts({ facts }: { facts: MachineFact[] }) {
  const words = facts.map(({ label, value }) => `${label}: ${value}`).join('. ')
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const rest = setTimeout(() => setSpoken(words), 600)
    return () => clearTimeout(rest)
  }, [words])
  return (
    <>
      <dl className="pointer-events-none absolute inset-x-0 bottom-0 grid grid-cols-2 gap-x-6 bg-ground/85 p-3 lg:grid-cols-4">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="label text-faint">{label}</dt>
            <dd className="font-mono text-small figures">{value}</dd>
          </div>
        ))}
      </dl>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </>
  )
}

/** Shown without WebGL, or after the context was lost. */
function Missing({ name, picture }: { name: string; picture?: PictureSource }) {
  return (
    <div className="bg-ground">
      {picture && <Picture media={picture} sizes="100vw" className="aspect-4/3 w-full object-contain" />}
      <p className="p-5 text-muted">
        Your browser can't show {name} in 3D: WebGL 2 is unavailable. Turn it on, or try another browser.
      </p>
    </div>
  )
}
