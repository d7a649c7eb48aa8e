import { readdirSync, readFileSync } from 'node:fs'
import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionNode,
} from 'graphql'

/** How much a result holds, and how many different IDs. */
export type Fill = { items: number; nulls: boolean; flags: boolean; ids: number }

/** As much as the server returns, everything but with empty lists, and the minimum. */
export const fills: Record<string, Fill> = {
  full: { items: 2, nulls: false, flags: true, ids: 3 },
  bare: { items: 0, nulls: false, flags: false, ids: 3 },
  empty: { items: 0, nulls: true, flags: false, ids: 3 },
}

/** The schema in a folder of .graphqls files. */
export function readSchema(folder: string): GraphQLSchema {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphqls'))
  return buildSchema(files.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n'))
}

/** Generates query results from the schema. Every text is different. */
export function mockResultsFrom(schema: GraphQLSchema, { items, nulls, flags, ids }: Fill) {
  let made = 0
  const scalars = new Map<string, () => unknown>([
    ['ID', () => String(made++ % ids)],
    ['String', () => (items > 0 ? `text ${made++}` : '')],
    ['Int', () => made++],
    ['Float', () => made++ + 0.5],
    ['Boolean', () => flags],
    ['Decimal', () => `${made++}.50`],
    ['CurrencyCode', () => 'EUR'],
    ['DateTime', () => `2026-03-02T09:00:${String(made++ % 60).padStart(2, '0')}Z`],
  ])

  return ({ definitions }: DocumentNode): object => {
    const fragments = new Map<string, FragmentDefinitionNode>()
    for (const one of definitions) if (one.kind === 'FragmentDefinition') fragments.set(one.name.value, one)

    function object(type: GraphQLObjectType, nodes: readonly SelectionNode[]): object {
      const all: Record<string, unknown> = { __typename: type.name }
      for (const [key, { name, below }] of selected(type, nodes)) {
        const field = type.getFields()[name]
        if (field) all[key] = value(field.type, below)
      }
      return all
    }

    function selected(type: GraphQLObjectType, nodes: readonly SelectionNode[]) {
      const fields = new Map<string, { name: string; below: SelectionNode[] }>()
      const add = (node: SelectionNode) => {
        if (node.kind === 'Field') {
          const key = node.alias?.value ?? node.name.value
          const below = [...(fields.get(key)?.below ?? []), ...(node.selectionSet?.selections ?? [])]
          fields.set(key, { name: node.name.value, below })
          return
        }
        const fragment = node.kind === 'FragmentSpread' ? fragments.get(node.name.value) : node
        if ((fragment?.typeCondition?.name.value ?? type.name) === type.name)
          fragment?.selectionSet.selections.forEach(add)
      }
      nodes.forEach(add)
      return fields
    }

    function value(type: GraphQLOutputType, below: SelectionNode[]): unknown {
      if (isNonNullType(type)) return present(type.ofType, below)
      return nulls ? null : present(type, below)
    }

    function present(type: GraphQLOutputType, below: SelectionNode[]): unknown {
      if (isListType(type)) return Array.from({ length: items }, () => value(type.ofType, below))
      if (isObjectType(type)) return object(type, below)
      if (isAbstractType(type)) return object(schema.getPossibleTypes(type)[0] as GraphQLObjectType, below)
      if (isEnumType(type)) return type.getValues()[made++ % type.getValues().length]?.name
      const make = scalars.get(type.name)
      if (!make) throw new Error(`no value of ${type.name}`)
      return make()
    }

    const operation = definitions.find((one) => one.kind === 'OperationDefinition')
    const query = schema.getQueryType()
    if (!operation || !query) throw new Error('no query')
    const { __typename, ...data } = object(query, operation.selectionSet.selections) as Record<
      string,
      unknown
    >
    return data
  }
}
