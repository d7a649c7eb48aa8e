import type { HomeQuery } from './Home.gen'

/** The state of the page's query, for its lists. */
export type HomeData = {
  data: HomeQuery | undefined
  failed: boolean
  retry: () => void
}

/** The picture that a product card passes to /preorder. */
export const preOrderImage = '/images/industrial-robot.jpg'
