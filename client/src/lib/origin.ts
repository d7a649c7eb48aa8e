const canonical = globalThis.document?.querySelector<HTMLLinkElement>('link[rel="canonical"]')

/** The shop's canonical origin, which the document states; it may differ from the current one. */
export const origin = canonical ? new URL(canonical.href).origin : window.location.origin
