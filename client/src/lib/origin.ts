const canonical = globalThis.document?.querySelector<HTMLLinkElement>('link[rel="canonical"]')

/** The origin that the shop is known by, which may differ from the one that was opened; the document names it. */
export const origin = canonical ? new URL(canonical.href).origin : window.location.origin
