/** Replaces the 3D view in the server's build; browsers load its code on demand (vite.server.ts). */
export function SeeItMove(): never {
  throw new Error('the server renders no view in three dimensions')
}
