import type { DocumentNode, NormalizedCacheObject, StoreObject } from '@apollo/client'
import type {
  FieldNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
  ValueNode,
} from 'graphql'
import { typePolicies } from '~/lib/apollo'
import type { PageQuery } from '~/lib/loader'

/** A page's query and its result. */
export type QueryResult = PageQuery & { data: object }
type Data = { __typename?: string; id?: string; [key: string]: unknown }
type Variables = Record<string, unknown>

/** The fields selected at one place of a document, by type condition. */
class Selection {
  #nodes: readonly SelectionNode[]
  #fragments: Map<string, FragmentDefinitionNode>
  #byType = new Map<string, Field[]>()

  constructor(nodes: readonly SelectionNode[], fragments: Map<string, FragmentDefinitionNode>) {
    this.#nodes = nodes
    this.#fragments = fragments
  }

  fieldsOf(type: string): Field[] {
    let fields = this.#byType.get(type)
    if (!fields) {
      if (typePolicies[type]?.keyFields) throw new Error(`the key of ${type} is not supported`)
      const found = new Map<string, FieldNode[]>()
      this.#collect(this.#nodes, type, found)
      fields = [...found.values()].map((nodes) => new Field(nodes, type, this.#fragments))
      this.#byType.set(type, fields)
    }
    return fields
  }

  #collect(nodes: readonly SelectionNode[], type: string, found: Map<string, FieldNode[]>) {
    for (const node of nodes) {
      const unknown = node.directives?.find(({ name }) => name.value !== 'unmask')
      if (unknown) throw new Error(`the directive @${unknown.name.value} is not supported`)
      if (node.kind === 'Field') {
        const key = node.alias?.value ?? node.name.value
        if (key !== '__typename') found.set(key, [...(found.get(key) ?? []), node])
        continue
      }
      const fragment = node.kind === 'FragmentSpread' ? this.#fragments.get(node.name.value) : node
      if (!fragment) continue
      const condition = fragment.typeCondition?.name.value ?? type
      if (condition === type) this.#collect(fragment.selectionSet.selections, type, found)
    }
  }
}

/** A field of a result: response key `key`, stored under a name that includes its arguments. */
class Field {
  readonly key: string
  readonly below: Selection | undefined
  #name: string
  #args: FieldNode['arguments']

  constructor(nodes: FieldNode[], type: string, fragments: Map<string, FragmentDefinitionNode>) {
    const [{ name, alias, arguments: args }] = nodes as [FieldNode]
    const policy = typePolicies[type]?.fields?.[name.value]
    const below = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
    this.key = alias?.value ?? name.value
    this.below = below.length > 0 ? new Selection(below, fragments) : undefined
    this.#name = name.value
    this.#args = typeof policy === 'object' && policy.keyArgs === false ? [] : args
  }

  nameOf(variables: Variables): string {
    if (!this.#args?.length) return this.#name
    const args = this.#args.map(({ name, value }) => [name.value, constantOf(value, variables)])
    return `${this.#name}(${JSON.stringify(sorted(Object.fromEntries(args)))})`
  }
}

function constantOf(node: ValueNode, variables: Variables): unknown {
  switch (node.kind) {
    case 'Variable':
      return variables[node.name.value]
    case 'IntValue':
    case 'FloatValue':
      return Number(node.value)
    case 'NullValue':
      return null
    case 'ListValue':
      return node.values.map((item) => constantOf(item, variables))
    case 'ObjectValue':
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, constantOf(value, variables)]),
      )
    default:
      return node.value
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Merges two selections of the same object in one response. */
function deepMerged(before: unknown, value: unknown): unknown {
  if (!isObject(before) || !isObject(value)) return value
  if (Array.isArray(value)) return value.map((item, index) => deepMerged(before[index as never], item))
  const merged = { ...before }
  for (const [name, member] of Object.entries(value)) merged[name] = deepMerged(merged[name], member)
  return merged
}

const isMergeable = (type: unknown) => typePolicies[String(type)]?.merge === true

/** Merges a field into one stored from an earlier response, following the cache's policies. */
function merged(before: unknown, value: unknown): unknown {
  if (!isObject(before) || !isObject(value) || !isMergeable(value.__typename)) return value
  return Object.fromEntries(
    Object.keys({ ...before, ...value }).map((name) => [
      name,
      name in value ? merged(before[name], value[name]) : before[name],
    ]),
  )
}

const root = 'ROOT_QUERY'
const selections = new WeakMap<DocumentNode, Selection>()

function selectionOf(document: DocumentNode): Selection {
  let selection = selections.get(document)
  if (!selection) {
    const fragments = document.definitions.filter(({ kind }) => kind === 'FragmentDefinition')
    const named = new Map(
      (fragments as FragmentDefinitionNode[]).map((fragment) => [fragment.name.value, fragment]),
    )
    const [operation] = document.definitions.filter(({ kind }) => kind === 'OperationDefinition')
    selection = new Selection((operation as OperationDefinitionNode).selectionSet.selections, named)
    selections.set(document, selection)
  }
  return selection
}

/**
 * The contents of an Apollo cache (lib/apollo.ts) with these results, as `extract` returns them. Apollo's own cache
 * takes many times as long, as it also prepares for reads and updates.
 */
export function normalise(results: QueryResult[]): NormalizedCacheObject {
  const cache: Record<string, StoreObject> = {}
  for (const { query, variables = {}, data } of results) {
    const things = new Map<string, { fields: Record<string, unknown>; by: Selection[] }>()

    const stored = (value: unknown, below: Selection): unknown => {
      if (Array.isArray(value)) return value.map((item) => stored(item, below))
      return value === null ? null : storedObject(value as Data, below)
    }
    const storedObject = (object: Data, below: Selection, rootId?: string): object => {
      const type = rootId ? 'Query' : (object.__typename as string)
      const fields: Record<string, unknown> = { __typename: type }
      for (const field of below.fieldsOf(type)) {
        const value = object[field.key]
        if (value !== undefined)
          fields[field.nameOf(variables)] = field.below ? stored(value, field.below) : value
      }
      if (rootId === undefined && object.id === undefined) return fields
      const id = rootId ?? `${type}:${object.id}`
      const thing = things.get(id)
      if (!thing) things.set(id, { fields, by: [below] })
      else if (!thing.by.includes(below)) {
        thing.fields = deepMerged(thing.fields, fields) as typeof fields
        thing.by.push(below)
      }
      return { __ref: id }
    }

    storedObject(data as Data, selectionOf(query), root)
    for (const [id, { fields }] of things) {
      const before = cache[id]
      if (before)
        for (const name of Object.keys(fields)) before[name] = merged(before[name], fields[name]) as never
      else cache[id] = fields as StoreObject
    }
  }
  return cache
}
