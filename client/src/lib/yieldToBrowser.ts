/** Yields to the event loop, so that the browser handles input and paints before the code that follows. */
export const yieldToBrowser = () => new Promise<void>((resume) => setTimeout(resume))
