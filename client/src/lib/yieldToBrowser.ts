/** Yields to the browser, so that it handles input and paints before the code that follows. */
export const yieldToBrowser = () => new Promise<void>((resume) => setTimeout(resume))
