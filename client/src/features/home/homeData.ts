import type { HomeQuery } from './Home.gen'

/** What a list of the page knows about the page's one request. */
export type HomeData = {
  data: HomeQuery | undefined
  failed: boolean
  retry: () => void
}

/** The picture that a product card hands over to /preorder. */
export const preOrderImage = '/images/industrial-robot.jpg'
