import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { Fragment, type ReactNode, useState } from 'react'
import { NewsLine } from '~/features/admin/shell/NewsLine'
import { useNews } from '~/features/admin/shell/useNews'
import { countLabel } from '~/lib/countLabel'
import { pageSize, useListView } from './address'
import type { Bulk } from './BulkBar'
import type { ExportedList, ExportFilter, ExportFormat } from './download'
import { ExportButton } from './ExportButton'
import type { Filter } from './filters'
import { List, type ListState, listState, type Paging, type Picked } from './List'
import { ScreenHead } from './ScreenHead'
import type { Column } from './Table'

/** The variables that select the page of a list. */
type PageVariable = 'first' | 'offset' | 'after'

/** The data of a query for one list. */
type ListData = Record<string, Picked<{ id: string }>>

type NodeOf<Data extends ListData> = Data[keyof Data]['nodes'][number]

/** Content that may depend on the list's rows. */
type Slot<Node> = ReactNode | ((list: ListState<Node>) => ReactNode)

type Props<Data extends ListData, Variables extends OperationVariables, Given> = {
  title: string
  /** Singular and plural of the objects; without it they are not counted. */
  noun?: readonly [one: string, several: string]
  query: TypedDocumentNode<Data, Variables>
  /** The pagination; 'pages' are numbered. */
  paging?: Paging
  /** Filters by URL parameter, in the order of their fields. */
  filters?: { [Name in keyof Given]: Filter<Given[Name], NodeOf<Data>> }
  /** The variables of the query, except those of the page. */
  variables?: (given: NoInfer<Given>) => Omit<Variables, PageVariable>
  columns: readonly Column<NodeOf<Data>>[]
  /** The message when the list can't be loaded and the server gives no reason. */
  failed: string
  /** The message of an empty list, and an action. */
  none: { title: string; message: string; action?: ReactNode }
  /** The list's export: CSV unless `formats` names others, and the filters by their names in the REST API. */
  file?: {
    list: ExportedList
    formats?: readonly ExportFormat[]
    filter: (given: NoInfer<Given>) => ExportFilter
  }
  bulk?: Bulk<NodeOf<Data>>
  /** The kinds of events after which the list is refetched. */
  news?: { created: string; changed: readonly string[] }
  /** The action beside the title, such as creating an object. */
  action?: Slot<NodeOf<Data>>
  /** Text above the list; dialogs. */
  children?: Slot<NodeOf<Data>>
}

/** A screen with a list: title, filters, rows and pages. The URL holds its state. */
export function ListScreen<Data extends ListData, Variables extends OperationVariables, Given = object>({
  title,
  noun,
  query,
  paging = 'pages',
  filters,
  variables,
  columns,
  failed,
  none,
  file,
  bulk,
  news,
  action,
  children,
}: Props<Data, Variables, Given>) {
  type Node = NodeOf<Data>
  const entries = Object.entries<Filter<unknown, Node>>(filters ?? {})
  const [names] = useState(() => [
    ...entries.map(([name]) => name),
    ...(paging === 'cursor' ? ['after'] : []),
  ])
  const view = useListView(names)
  const parameter = (name: string) => view.values[name] ?? ''
  const given = Object.fromEntries(entries.map(([name, { read }]) => [name, read(parameter(name))])) as Given
  const page = {
    pages: view.paging,
    cursor: { first: pageSize, after: parameter('after') || undefined },
    none: {},
  }[paging]
  // The query has one field, which is the list.
  const pick = (data: Data): Picked<Node> => {
    const [found = { nodes: [] }] = Object.values<Picked<Node>>(data)
    return paging === 'none' ? { ...found, totalCount: found.nodes.length } : found
  }
  const result = useQuery<Data, OperationVariables>(query, {
    variables: { ...variables?.(given), ...page },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(result, pick, failed)
  const fill = (slot: Slot<Node>) => (typeof slot === 'function' ? slot(list) : slot)
  const shown = (fresh?: ReadonlySet<string>) => (
    <List
      caption={title}
      columns={columns}
      list={list}
      view={view}
      paging={paging}
      fresh={fresh}
      bulk={bulk}
      none={none}
    />
  )
  return (
    <>
      <ScreenHead
        title={title}
        count={noun && countLabel(list.totalCount, ...noun)}
        action={
          (file || action) && (
            <>
              {file &&
                (file.formats ?? ['csv']).map((format) => (
                  <ExportButton key={format} list={file.list} format={format} filter={file.filter(given)} />
                ))}
              {fill(action)}
            </>
          )
        }
      />
      {fill(children)}
      {entries.length > 0 && (
        <search
          aria-label={title}
          className={`mb-6 grid items-end gap-x-4 gap-y-3 min-[24rem]:grid-cols-2 max-sm:[&>:first-child]:col-span-full ${entries.length > 4 ? 'lg:grid-cols-3 xl:grid-cols-5' : 'lg:grid-cols-4'} ${entries.length < 4 ? 'lg:[&>:first-child]:col-span-2' : ''}`}
        >
          {entries.map(([name, { field }]) => (
            <Fragment key={name}>
              {field({
                parameter: parameter(name),
                show: (parameter, options) => view.show({ [name]: parameter }, options),
                nodes: list.nodes ?? [],
              })}
            </Fragment>
          ))}
        </search>
      )}
      {news ? (
        <Live
          {...news}
          beginning={view.beginning}
          place={view.hrefFor({}, view.page)}
          refetch={result.refetch}
          noun={noun}
        >
          {shown}
        </Live>
      ) : (
        shown()
      )}
    </>
  )
}

/** A list that is refetched after events, below a message about new rows. */
function Live({
  noun: [one, several] = ['entry', 'entries'],
  children,
  ...options
}: Parameters<typeof useNews>[0] & {
  noun?: readonly [string, string]
  children: (fresh: ReadonlySet<string>) => ReactNode
}) {
  const news = useNews(options)
  return (
    <>
      <NewsLine news={news} counted={(count) => countLabel(count, `new ${one}`, `new ${several}`)} />
      {children(news.fresh)}
    </>
  )
}
