import { useCallback, useEffect, useReducer, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { planPath, readPlan } from './address'
import type { Plan } from './plan'

/** Changes of the same kind within this time, such as key repeats, count as one. */
const mergeWindowMs = 1000
const maxUndoSteps = 100

type State = {
  past: readonly Plan[]
  present: Plan
  future: readonly Plan[]
  /** The plan while dragging: shown and calculated, but in neither history nor address. */
  draft: Plan | null
}

type Action =
  | { kind: 'change'; to: (plan: Plan) => Plan; merge: boolean }
  | { kind: 'drag'; to: (plan: Plan) => Plan }
  | { kind: 'drop' | 'undo' | 'redo' }
  | { kind: 'visit'; plan: Plan }

function reduce(state: State, action: Action): State {
  const { past, present, future, draft } = state
  const changed = (next: Plan, merge = false): State =>
    same(next, present)
      ? { ...state, draft: null }
      : {
          past: merge ? past : [...past, present].slice(-maxUndoSteps),
          present: next,
          future: [],
          draft: null,
        }
  switch (action.kind) {
    case 'change':
      return changed(action.to(present), action.merge)
    case 'drag':
      return { ...state, draft: action.to(draft ?? present) }
    case 'drop':
      return draft ? changed(draft) : state
    case 'undo': {
      const before = past.at(-1)
      if (!before) return state
      return { past: past.slice(0, -1), present: before, future: [present, ...future], draft: null }
    }
    case 'redo': {
      const [next] = future
      if (!next) return state
      return { past: [...past, present], present: next, future: future.slice(1), draft: null }
    }
    case 'visit':
      return changed(action.plan)
  }
}

const same = (a: Plan, b: Plan) => planPath(a) === planPath(b)

/**
 * A plan with undo history. `shown` is the plan of the address, to which every change adds a history entry, so that
 * Back undoes it. The address keeps the plan to compare with.
 */
export function usePlan(shown: Plan) {
  const [state, dispatch] = useReducer(reduce, { past: [], present: shown, future: [], draft: null })
  const navigate = useNavigate()
  const how = useNavigationType()
  const { key, state: entry } = useLocation()
  const last = useRef({ kind: '', at: 0 })
  /** Whether the next navigation replaces the history entry. */
  const replace = useRef(false)
  const present = useRef(shown)
  const visited = useRef(key)

  // Back, forward or a link to another plan: takes the plan from the address.
  useEffect(() => {
    if (visited.current === key) return
    visited.current = key
    if (same(shown, present.current)) return
    if (how !== 'POP' && entry === ownEntry) return
    present.current = shown
    dispatch({ kind: 'visit', plan: shown })
  }, [key, how, entry, shown])

  // Every other change updates the address.
  useEffect(() => {
    if (same(state.present, present.current)) return
    present.current = state.present
    // The plan to compare with may have reached the address and not the page.
    const otherPlan = readPlan(new URLSearchParams(window.location.search), 'q')
    navigate(planPath(state.present, typeof otherPlan === 'object' && otherPlan ? otherPlan : undefined), {
      replace: replace.current,
      state: ownEntry,
    })
  }, [state.present, navigate])

  /** Changes the plan; successive changes of the same kind are one step to undo. */
  const change = useCallback((to: (plan: Plan) => Plan, kind = '') => {
    const now = performance.now()
    const merge = kind !== '' && last.current.kind === kind && now - last.current.at < mergeWindowMs
    last.current = { kind, at: now }
    replace.current = merge
    dispatch({ kind: 'change', to, merge })
  }, [])
  const step = useCallback((kind: 'drop' | 'undo' | 'redo') => {
    last.current = { kind: '', at: 0 }
    replace.current = false
    dispatch({ kind })
  }, [])
  const drag = useCallback((to: (plan: Plan) => Plan) => dispatch({ kind: 'drag', to }), [])
  return {
    plan: state.draft ?? state.present,
    /** The plan without a running drag. */
    settled: state.present,
    dragging: state.draft !== null,
    change,
    drag,
    step,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
  }
}

/** Undoes with Ctrl+Z or Cmd+Z, and redoes with Shift. In fields, the keys undo typing. */
export function useUndoKeys(step: (kind: 'undo' | 'redo') => void) {
  useEffect(() => {
    const undo = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return
      if (event.target instanceof HTMLInputElement && event.target.type !== 'range') return
      event.preventDefault()
      step(event.shiftKey ? 'redo' : 'undo')
    }
    document.addEventListener('keydown', undo)
    return () => document.removeEventListener('keydown', undo)
  }, [step])
}

/** Marks history entries that this page has created. */
const ownEntry = 'plan'
