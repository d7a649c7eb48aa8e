import { useQuery } from '@apollo/client/react'
import { textEditor } from '~/features/admin/kit/addresses'
import { link } from '~/features/admin/kit/controls'
import { listState, Stale } from '~/features/admin/kit/List'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { Table } from '~/features/admin/kit/Table'
import { When } from '~/features/admin/kit/values'
import { countLabel } from '~/lib/countLabel'
import { Status } from '~/ui/Badge'
import { ErrorState } from '~/ui/ErrorState'
import { Link } from '~/ui/Link'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { AdminTextsDocument } from './AdminTexts.gen'
import { textLabels } from './textForm'

/** The texts of the shop's pages and emails, with their versions and drafts. */
export default function TextsScreen() {
  const result = useQuery(AdminTextsDocument, { fetchPolicy: 'cache-and-network' })
  const { nodes, totalCount, failure, stale, retry } = listState(
    result,
    ({ texts }) => ({ nodes: texts.map((text) => ({ ...text, id: text.name })), totalCount: texts.length }),
    'Failed to load texts.',
  )
  return (
    <>
      <ScreenHead title="Texts" count={countLabel(totalCount, 'text')} />
      {failure ? (
        <ErrorState {...failure} onRetry={retry} />
      ) : nodes ? (
        <>
          {stale && <Stale onRetry={retry} />}
          <Table
            caption="Texts"
            rows={nodes}
            columns={[
              {
                header: 'Text',
                className: '[--min:12rem]',
                cell: ({ name }) => (
                  <Link to={textEditor(name.toLowerCase())} className={`font-semibold ${link}`}>
                    {textLabels[name]}
                  </Link>
                ),
              },
              { header: 'Version', align: 'right', cell: ({ version }) => version },
              { header: 'Valid from', cell: ({ validFrom }) => <When value={validFrom} short /> },
              {
                header: 'Planned',
                cell: ({ planned }) =>
                  planned ? (
                    <span>
                      Version {planned.version} from <When value={planned.validFrom} zone />
                    </span>
                  ) : (
                    <span className="text-faint">None</span>
                  ),
              },
              {
                header: 'Draft',
                cell: ({ draftedAt }) =>
                  draftedAt ? (
                    <Status tone="warn">
                      <When value={draftedAt} short />
                    </Status>
                  ) : (
                    <span className="text-faint">None</span>
                  ),
              },
            ]}
          />
        </>
      ) : (
        <Loading label="Loading texts">
          <Skeleton className="h-64" />
        </Loading>
      )}
    </>
  )
}
