import type { PageModule } from './modules'

/** The modules of the administration's screens. Only staff load this list. */
export const screens = import.meta.glob<PageModule>([
  '../features/admin/*/*Screen.tsx',
  '!../features/admin/kit/*',
])
