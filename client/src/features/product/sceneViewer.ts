/**
 * The intent that opens a model in Android's Scene Viewer (augmented reality), in real size. Phones without it return
 * to this page.
 */
export function sceneViewer(model: string, title: string): string {
  const { origin, href } = window.location
  const query = new URLSearchParams({
    file: new URL(model, origin).href,
    mode: 'ar_preferred',
    resizable: 'false',
    title,
  })
  const options = [
    'scheme=https',
    'package=com.google.android.googlequicksearchbox',
    'action=android.intent.action.VIEW',
    `S.browser_fallback_url=${encodeURIComponent(href)}`,
  ]
  return `intent://arvr.google.com/scene-viewer/1.0?${query}#Intent;${options.join(';')};end;`
}
