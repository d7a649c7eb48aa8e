/** Lets the browser answer to whoever acts, and draw, before what follows. */
export const pause = () => new Promise<void>((resume) => setTimeout(resume))
