import { Outlet } from 'react-router-dom'
import { Frame } from '~/features/admin/Frame'

/** The frame of the administration; its guards stand in the router. */
export function Component() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
