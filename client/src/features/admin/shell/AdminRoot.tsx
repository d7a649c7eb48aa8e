import { Outlet } from 'react-router-dom'
import { AdminFrame } from './AdminFrame'

/** The frame of the administration; its guards stand in the router. */
export function Component() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  )
}
