/** Takes the place of the view in three dimensions, whose code a browser loads when somebody opens it (vite.server.ts). */
export function SeeItMove(): never {
  throw new Error('the server renders no view in three dimensions')
}
