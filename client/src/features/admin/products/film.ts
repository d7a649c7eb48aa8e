import type { ProductDraftQuery } from './ProductDraft.gen'

/** The film of a product; without a URL there is none. Duration and size of films in the program are unknown. */
export type Film = {
  url: string
  alt: string
  poster: string
  captions: string
  captionsLanguage: string
  width: number | null
  height: number | null
  seconds: number | null
  bytes: number | null
}

export const noFilm: Film = {
  ...{ url: '', alt: '', poster: '', captions: '', captionsLanguage: '' },
  ...{ width: null, height: null, seconds: null, bytes: null },
}

type Video = NonNullable<ProductDraftQuery['productDraft']>['product']['video']

/** The initial values of the fields. */
export const filmValues = (of: Video): Film =>
  of
    ? {
        ...{ url: of.url, alt: of.alt, poster: of.poster ?? '', captions: of.captions ?? '' },
        captionsLanguage: of.captionsLanguage ?? (of.captions ? 'en' : ''),
        ...{ width: of.width, height: of.height, seconds: of.seconds, bytes: of.bytes },
      }
    : noFilm

/** The film as GraphQL input; undefined if there is none. */
export const filmInput = ({ url, alt, poster, captions, captionsLanguage }: Film) =>
  url ? { url, alt, poster, captions, captionsLanguage } : undefined
